/** How every new parent begins: with a mouse, a finger or only the keyboard. */
import type { Page } from 'playwright-core';
import type { Program } from './program.ts';

/** How a person operates a page. */
export interface Hands {
  press: (name: string | RegExp) => Promise<void>;
  fill: (label: string | RegExp, text: string) => Promise<void>;
  sees: (text: string | RegExp) => Promise<void>;
}

/** From the home page to the first question about the family. */
export async function signUp(page: Page, program: Program, email: string, hands: Hands) {
  await page.goto(program.origin);
  await hands.press('Get Started');
  await page.waitForURL('**/onboarding');
  await hands.press('Continue');
  await hands.fill('E-mail address', email);
  await hands.press('Send me the link');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.goto(await program.linkFor(email));
  await page.waitForURL('**/onboarding-setup');
}

/** Mia, nine years old, on the dashboard. */
export async function firstChild(page: Page, { press, fill }: Hands) {
  await fill("Child's name", 'Mia');
  await fill(/^\s*Age\s*$/, '9');
  await press('Continue');
  await page.getByRole('heading', { name: /^Mia/ }).waitFor();
}

/** In a child's book: asks for 500 sats of its savings, for boots. */
export async function askForBoots(page: Page, { press, fill, sees }: Hands) {
  await press('Ask to Use Savings');
  await page.getByRole('dialog').waitFor();
  await fill(/^(How much\?|Amount)/, '500');
  await fill(/^(What for\?|Why do you need it\?)/, 'Football boots');
  await press(/^(Ask my grown-ups|Send request)$/);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await sees('Take back');
}
