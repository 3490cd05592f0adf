throw new Error("this script cannot be loaded");
export const fetch = (): Response => new Response();
