import type { CardOptions } from "@a2akit/server";
import { REGISTER } from "./register/register.ts";

/** The key that opens the mounts whose dialect asks for one. It protects nothing and is no secret. */
export const DEMO_API_KEY = "demo-key";

/** The Agent Card, but for what each mount's dialect adds: its interface, its shape and its security. */
export const card: CardOptions = {
  name: "Business Partner Onboarding",
  description: `Finds the data that onboarding a business partner needs, in a register of ${REGISTER.length} well-known companies. The register is sample data and may be out of date.`,
  version: "1.0.0",
  skills: [
    {
      id: "find-business-partner",
      name: "Find a business partner",
      description:
        "Takes a name, and what else is known of legal form, street, postal code, city and country, in words or as data. " +
        "Answers with the entry that fits and how sure it is, or asks which of several is meant.",
      tags: ["business partner", "onboarding", "company", "address"],
      examples: ["Name: Siemens AG, Country: DE, City: Munich", "Please find Novo Nordisk in Denmark", "Nestlé, Vevey"],
    },
  ],
};
