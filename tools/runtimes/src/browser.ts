export { requireChromium } from "./find-chromium.ts";
export { type Chromium, startChromium } from "./start-chromium.ts";
export { type Page, startPage } from "./start-page.ts";
