// What people do with buttons, and what they wait for: a page that is busy shows a little later what was done to it.

import assert from "node:assert/strict";

/** A finger where there is one, else the mouse. */
export const press = (who, button, options = {}) => (who.hasTouch ? button.tap(options) : button.click(options));

/**
 * Looks until it is so, and says at last why it is not: on a busy machine a page shows a little later what it was told,
 * and what was just done to it.
 */
export async function soon(look, ms = 20_000) {
  for (const end = Date.now() + ms; ;) {
    try {
      return await look();
    } catch (failure) {
      if (!(failure instanceof assert.AssertionError) || Date.now() > end) throw failure;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Presses a button until what follows is there, or gone. What stands above the button may have grown while it was
 * reached for, so that the press met something else: whoever misses presses again.
 */
export async function pressUntil(who, button, follows, state = "visible") {
  await press(who, button);
  for (let tries = 0; tries < 6; tries += 1) {
    const isSo = await follows.waitFor({ state, timeout: 3_000 }).then(
      () => true,
      () => false,
    );
    if (isSo) return;
    // It may be gone because it was pressed, and what follows be on its way.
    await press(who, button, { timeout: 2_000 }).catch(() => undefined);
  }
  await follows.waitFor({ state });
}

/** Opens the table that was set up, in either language, and waits in its lobby. */
export function openLobby(who) {
  const open = who.page.getByRole("button", { name: /^(Open the table|Ouvrir la table)$/ });
  return pressUntil(who, open, who.page.locator(".lobby"));
}

/** The host starts the game. */
export function startGame(host) {
  const start = host.page.getByRole("button", { name: /^(Start the game|Commencer la partie)$/ });
  return pressUntil(host, start, host.page.locator(".table .board"));
}

/** The tab beside the board with this name. */
export async function openTab(who, name) {
  await pressUntil(who, who.page.getByRole("tab", { name }), who.page.getByRole("tab", { name, selected: true }));
}

/** Gives the game up, in the words of either language. */
export async function giveUp(who, words = /^(Give up|Abandonner)$/) {
  await openTab(who, "Table");
  const dialog = who.page.getByRole("dialog");
  await pressUntil(who, who.page.getByRole("button", { name: words }), dialog);
  await pressUntil(who, dialog.getByRole("button", { name: words }), dialog, "detached");
}

/**
 * Unfolds the options of a set-up, so that a field among them is seen. They unfold by themselves once the page knows
 * that there are some, perhaps while they are reached for: whoever folds them by that unfolds them again.
 */
export async function unfold({ page }, field) {
  for (let tries = 0; tries < 6; tries += 1) {
    const isSeen = await field.waitFor({ timeout: 1_500 }).then(
      () => true,
      () => false,
    );
    if (isSeen) return;
    await page.getByText("Options", { exact: true }).click();
  }
  await field.waitFor();
}
