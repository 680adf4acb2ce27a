/** Runs the contract suite for each element of $CONTRACT_TARGETS, a JSON array of options. */
import { type ContractOptions, contractTests } from "../playwright/contract.ts";

for (const options of JSON.parse(process.env.CONTRACT_TARGETS ?? "[]") as ContractOptions[])
  contractTests(options);
