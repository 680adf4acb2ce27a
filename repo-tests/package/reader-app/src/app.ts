import { ordersPage } from "./orders-page.ts";

document.body.append(ordersPage());
