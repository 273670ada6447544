// Debian's Chromium, headless.

import { chromium } from "playwright-core";

export function launch() {
  // A page that comes from a folder is a stranger to the server beside it.
  const stranger = process.env.RAINETTE_PAGE ? ["--disable-features=LocalNetworkAccessChecks"] : [];
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      ...stranger,
    ],
  });
}
