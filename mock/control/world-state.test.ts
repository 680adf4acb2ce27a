import { expect, test } from "playwright/test";
import { scenarios } from "../../scenarios/load.ts";
import { parseJson } from "../../spec/interface/json.ts";
import { createService } from "../service/service.ts";
import { listText, readDocumentText, stateText } from "./world-state.ts";

test("what is read of a world is what a parser reads that keeps all digits", async () => {
  const description = 'A quote and a name: "id":5, \\"petId\\":7, "id":"8"';
  const tricky = { ...scenarios.default!, name: '"id":5', description };
  const small = Object.values(scenarios).filter(({ orders }) => orders.count <= 1000);
  for (const scenario of [...small, tricky])
    for (const fields of ["all", "extra"] as const) {
      const answers = { "order-fields": fields };
      const { main } = await createService({ scenario, answers });
      for (const text of [listText(main), stateText(main, {})])
        expect(readDocumentText(text), scenario.name).toEqual(parseJson(text, { ids: "string" }));
    }
});
