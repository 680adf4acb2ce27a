// Derived from scenarios/ready-made/*.yaml by `npm run generate`. Not to be edited.
import type { LoadedScenario } from "../scenario.ts";

export type ScenarioName = "default" | "all-pending" | "all-shipped" | "demo" | "empty" | "flaky" | "int64" | "key-expires" | "large" | "outage" | "rate-limited" | "ships-under-you" | "slow" | "sparse";

export const SCENARIOS: Readonly<Record<ScenarioName, LoadedScenario>> = {
"default": { "name": "default", "description": "Pending and shipped orders, some with ids that JSON.parse rounds.", "seed": 1, "orders": { "count": 50, "pending": 0.6, "list": [
{ "id": 5n, "petId": 12n, "quantity": 1, "shipDate": "2026-01-09T08:30:00Z", "complete": true, "state": "shipped" },
{ "id": 4294967301n, "petId": 12n, "quantity": 2, "shipDate": "2026-02-03T16:45:00Z", "complete": false, "state": "pending" },
{ "id": 2147483648n, "petId": 88n, "quantity": 1, "shipDate": "2026-01-28T10:00:00+01:00", "complete": false, "state": "pending" },
{ "id": 2147483647n, "petId": 88n, "quantity": 3, "shipDate": "2025-12-22T07:15:30.5Z", "complete": false, "state": "shipped" },
{ "id": 9007199254740992n, "petId": 301n, "quantity": 1, "shipDate": "2026-01-02T09:00:00Z", "complete": true, "state": "shipped" },
{ "id": 9007199254740993n, "petId": 302n, "quantity": 1, "shipDate": "2026-02-11T12:00:00Z", "complete": false, "state": "pending" },
{ "id": 9223372036854775806n, "petId": 7n, "quantity": 5, "shipDate": "2026-02-20T06:00:00Z", "complete": true, "state": "pending" },
{ "id": 9223372036854775807n, "petId": 7n, "quantity": 2, "shipDate": "2026-01-05T18:20:00Z", "complete": true, "state": "shipped" },
] }, "answers": {  } },
"all-pending": { "name": "all-pending", "description": "Every order can be cancelled.", "seed": 1, "orders": { "count": 30, "pending": 1, "list": [
] }, "answers": {  } },
"all-shipped": { "name": "all-shipped", "description": "No order can be cancelled; every attempt is answered with 409.", "seed": 1, "orders": { "count": 30, "pending": 0, "list": [
] }, "answers": {  } },
"demo": { "name": "demo", "ships": [
{ "id": "10416", "afterSeconds": 10, "set": { "shipDate": "+0d", "complete": true } },
], "description": "A store that looks true; one order ships 10 s after the first list.", "seed": 1, "orders": { "list": [
{ "id": 10412n, "petId": 3051n, "quantity": 1, "shipDate": "-9d", "complete": true, "state": "shipped" },
{ "id": 10415n, "petId": 2987n, "quantity": 2, "shipDate": "-7d", "complete": true, "state": "shipped" },
{ "id": 10416n, "petId": 3102n, "quantity": 1, "shipDate": "+1d", "complete": false, "state": "pending" },
{ "id": 10420n, "petId": 1734n, "quantity": 3, "shipDate": "-2d", "complete": true, "state": "shipped" },
{ "id": 10421n, "petId": 3051n, "quantity": 1, "shipDate": "+1d", "complete": false, "state": "pending" },
{ "id": 10424n, "petId": 2219n, "quantity": 1, "shipDate": "-1d", "complete": true, "state": "shipped" },
{ "id": 10425n, "petId": 3140n, "quantity": 2, "shipDate": "+2d", "complete": false, "state": "pending" },
{ "id": 10427n, "petId": 1988n, "quantity": 1, "shipDate": "-1d", "complete": true, "state": "shipped" },
{ "id": 10430n, "petId": 2987n, "quantity": 5, "shipDate": "+3d", "complete": false, "state": "pending" },
{ "id": 10431n, "petId": 3077n, "quantity": 1, "shipDate": "+5d", "complete": false, "state": "pending" },
{ "id": 10433n, "petId": 2640n, "quantity": 2, "shipDate": "+8d", "complete": false, "state": "pending" },
{ "id": 9007199254740993n, "petId": 3102n, "quantity": 1, "shipDate": "+12d", "complete": false, "state": "pending" },
], "count": 12, "pending": 0.6 }, "answers": {  } },
"empty": { "name": "empty", "description": "A store without orders.", "seed": 1, "orders": { "count": 0, "pending": 0.6, "list": [
] }, "answers": {  } },
"flaky": { "name": "flaky", "faults": [
{ "probability": 0.15, "status": 503, "retryAfter": 1 },
{ "probability": 0.1, "fail": "reset" },
{ "on": "listOrders", "probability": 0.05, "fail": "truncate" },
{ "on": "listOrders", "probability": 0.05, "fail": "invalid-json" },
{ "delay": [
20,
300,
] },
], "description": "One request in three fails with a 503, a reset connection, a truncated list or invalid JSON.", "seed": 1, "orders": { "count": 50, "pending": 0.6, "list": [
] }, "answers": {  } },
"int64": { "name": "int64", "description": "Ids around the limits of 32-bit integers, doubles and int64.", "seed": 1, "orders": { "list": [
{ "id": 1n, "petId": 1n, "quantity": 1, "shipDate": "2026-01-10T08:00:00Z", "complete": true, "state": "shipped" },
{ "id": 4294967297n, "petId": 4294967297n, "quantity": 1, "shipDate": "2026-02-10T08:00:00Z", "complete": false, "state": "pending" },
{ "id": 2147483647n, "petId": 2n, "quantity": 2, "shipDate": "2026-01-11T08:00:00Z", "complete": false, "state": "shipped" },
{ "id": 2147483648n, "petId": 2n, "quantity": 2, "shipDate": "2026-02-11T08:00:00Z", "complete": false, "state": "pending" },
{ "id": 9007199254740991n, "petId": 3n, "quantity": 1, "shipDate": "2026-01-12T08:00:00Z", "complete": false, "state": "pending" },
{ "id": 9007199254740992n, "petId": 3n, "quantity": 1, "shipDate": "2026-02-12T08:00:00Z", "complete": true, "state": "shipped" },
{ "id": 9007199254740993n, "petId": 9007199254740993n, "quantity": 1, "shipDate": "2026-01-13T08:00:00Z", "complete": false, "state": "pending" },
{ "id": 9007199254740994n, "petId": 4n, "quantity": 3, "shipDate": "2026-02-13T08:00:00Z", "complete": true, "state": "shipped" },
{ "id": 9007199254740995n, "petId": 4n, "quantity": 3, "shipDate": "2026-01-14T08:00:00Z", "complete": true, "state": "pending" },
{ "id": 4611686018427387905n, "petId": 5n, "quantity": 1, "shipDate": "2026-02-14T08:00:00Z", "complete": false, "state": "pending" },
{ "id": 9223372036854775804n, "petId": 5n, "quantity": 1, "shipDate": "2026-01-15T08:00:00Z", "complete": true, "state": "pending" },
{ "id": 9223372036854775805n, "petId": 6n, "quantity": 2, "shipDate": "2026-02-15T08:00:00Z", "complete": false, "state": "shipped" },
{ "id": 9223372036854775806n, "petId": 6n, "quantity": 2, "shipDate": "2026-01-16T08:00:00Z", "complete": false, "state": "pending" },
{ "id": 9223372036854775807n, "petId": 9223372036854775807n, "quantity": 1, "shipDate": "2026-02-16T08:00:00Z", "complete": false, "state": "pending" },
], "count": 14, "pending": 0.6 }, "answers": {  } },
"key-expires": { "name": "key-expires", "key": { "expiresAfter": 10 }, "description": "The key is refused after ten requests, until the world is reset.", "seed": 1, "orders": { "count": 50, "pending": 0.6, "list": [
] }, "answers": {  } },
"large": { "name": "large", "description": "100,000 orders, about 10 MB.", "seed": 1, "orders": { "count": 100000, "pending": 0.6, "list": [
] }, "answers": {  } },
"outage": { "name": "outage", "faults": [
{ "after": 5, "times": 20, "status": 503, "retryAfter": 2 },
], "description": "The service is down after five requests, for the next twenty.", "seed": 1, "orders": { "count": 50, "pending": 0.6, "list": [
] }, "answers": {  } },
"rate-limited": { "name": "rate-limited", "faults": [
{ "every": 10, "status": 429, "retryAfter": 1 },
], "description": "Every tenth request is answered with 429 and can be repeated after a second.", "seed": 1, "orders": { "count": 50, "pending": 0.6, "list": [
] }, "answers": {  } },
"ships-under-you": { "name": "ships-under-you", "ships": [
{ "beforeCancel": 2 },
], "description": "Every second cancel is answered with 409, since the order ships after it was listed.", "seed": 1, "orders": { "count": 50, "pending": 0.8, "list": [
] }, "answers": {  } },
"slow": { "name": "slow", "faults": [
{ "delay": [
500,
3000,
] },
], "description": "Every response takes between half a second and three seconds.", "seed": 1, "orders": { "count": 50, "pending": 0.6, "list": [
] }, "answers": {  } },
"sparse": { "name": "sparse", "description": "Orders without some of their fields, a few even without an id.", "seed": 1, "orders": { "count": 40, "pending": 0.6, "list": [
] }, "answers": { "order-fields": "some" } },
};
