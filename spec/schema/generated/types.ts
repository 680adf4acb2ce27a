// Generated from spec/openapi.yaml by `npm run generate`. Do not edit.
export interface paths {
    "/store/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all orders
         * @description All orders in one response. Version 1 has no filters and no pagination; version 2 is planned to have both.
         */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/store/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel a pending order
         * @description A pending order is cancelled once. One that has shipped stays as it is.
         */
        delete: operations["cancelOrder"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pets/{petId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deprecated, with a sunset date that is not published
         * @deprecated
         * @description Only its path, its deprecation and the need for a key are known.
         */
        get: operations["getPet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A customer's order for an animal. All fields are optional. */
        Order: {
            /**
             * Format: int64
             * @description The unique id of the order.
             * @example 17
             */
            id?: bigint;
            /**
             * Format: int64
             * @description The id of the animal.
             * @example 3
             */
            petId?: bigint;
            /**
             * @description The number of units.
             * @example 1
             */
            quantity?: number;
            /**
             * Format: date-time
             * @description When the order ships, or when it has shipped.
             * @example 2026-03-01T09:00:00Z
             */
            shipDate?: string;
            /**
             * @description Whether the order is fulfilled.
             * @example false
             */
            complete?: boolean;
        };
        Error: {
            /** @description For programs. The values are open (open question error-codes). */
            code: string;
            /** @description For people. */
            message: string;
            /** @description The HTTP status code of the response. */
            status: number;
        };
    };
    responses: {
        /** @description The API key is missing or invalid. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listOrders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All orders of the store. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"][];
                };
            };
            401: components["responses"]["Unauthorized"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the order to cancel. */
                orderId: bigint;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order is cancelled. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            /** @description No order has this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The order has shipped and cannot be cancelled. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getPet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                petId: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Unauthorized"];
            /** @description The response to a valid key, which is open (open question pets-answer). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

/** The operationId of each operation of the interface. */
export type OperationId = "listOrders" | "cancelOrder" | "getPet";
