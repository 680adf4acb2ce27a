/** The flags of `orders-kit mock`. */
export const FLAGS = {
  port: { type: "string", value: "4010", about: "where to listen; 0 takes a free port" },
  host: { type: "string", value: "127.0.0.1", about: "on which address" },
  scenario: {
    type: "string",
    value: "NAME|FILE.yaml",
    about: "what to start with; orders-kit scenarios lists the names",
  },
  watch: { type: "boolean", about: "follow the scenario's file while it is edited" },
  seed: { type: "string", value: "N", about: "what orders and faults are drawn from, instead of the scenario's" },
  orders: { type: "string", value: "N", about: "how many orders, instead of the scenario's" },
  "api-key": {
    type: "string",
    multiple: true,
    value: "KEY",
    about: "a key that is accepted, once or several times; $ORDERS_API_KEY or demo-key by default",
  },
  worlds: { type: "string", value: "1000", about: "how many worlds KEY.anything may open; 0 for none" },
  profile: { type: "string", value: "FILE", about: "answer as the deployment did that verify --learn has seen" },
  "admin-key": { type: "string", value: "KEY", about: "open the control to other machines, and ask it for this key" },
  json: { type: "boolean", about: "one line for programs once it serves" },
} as const;
