import type { Page } from '@playwright/test';
import { violationsIn } from './axe.ts';
import { clickToClose, expect, placesOf, test } from './journey.ts';

const pdf = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nA resume\n') };
const picture = { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('not a resume') };

test('hiring in the demo product: connect, watch candidates arrive, add a resume and a note', async ({ page, stack }) => {
    const playground = await stack.startPlayground();
    await page.goto(playground.url);
    await page.getByRole('link', { name: 'Hiring' }).click();
    const key = await page.locator('#link-with code').innerText();
    expect(await violationsInBoth(page)).toEqual([]);

    await stack.control('gem/size', { candidates: 600, applications_per_candidate: 1 });
    // Held back, so that the reading is seen under way however fast the machine is.
    const held = { path_regex: '/ats/v0/candidates/', query: '(^|&)page=2(&|$)' };
    await stack.control('gem/faults', [{ match: held, action: { type: 'hold' }, times: 1 }]);
    await page.getByRole('button', { name: 'Connect Gatherwell' }).click();
    await connectWith(page, key);
    const candidates = page.locator('#reading-counts > div').filter({ hasText: 'Candidates' });
    await expect(candidates).toContainText('500arriving');
    await expect(page.getByRole('heading', { name: 'Reading Gatherwell for the first time' })).toBeFocused();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expect(page.locator('#candidates > li')).toHaveCount(25);
    expect(await violationsInBoth(page)).toEqual([]);
    await expect.poll(() => stack.control('gem/faults')).toMatchObject({ faults: [{ applied: 1 }] });
    await stack.control('gem/faults', []);
    await expect(page.locator('#reading-state')).toHaveText(/^Up to date/, { timeout: 30_000 });
    await expect(candidates).toContainText('600all read');
    await expect(page.locator('#list-place')).toHaveText('1–25 of 600');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.locator('#list-place')).toHaveText('26–50 of 600');

    // The list under its heading, and the candidate beside it.
    const [heading, list, detail] = await placesOf(page, '#list-title', '#candidates', '#detail');
    expect(list.x).toBeCloseTo(heading.x, 0);
    expect(list.y).toBeGreaterThan(heading.y);
    expect(detail.x).toBeGreaterThan(list.x + list.width);
    const chosen = page.locator('#candidates button').nth(2);
    const name = await chosen.locator('strong').innerText();
    await chosen.click();
    await expect(page.locator('#detail-title')).toHaveText(name);
    await page.getByLabel('A PDF or Word file').setInputFiles(picture);
    await page.getByRole('button', { name: 'Upload' }).click();
    await expect(page.locator('#upload-notice')).toContainText('photo.png was not uploaded. Patchbay: Must be a PDF or Word file');
    await page.getByLabel('A PDF or Word file').setInputFiles(pdf);
    await page.getByRole('button', { name: 'Upload' }).click();
    await expect(page.locator('#upload-notice')).toContainText('cv.pdf is uploaded');
    await expect(page.locator('#files')).toContainText('cv.pdf');
    await page.getByLabel('New note').fill('Wants to start in March.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.locator('#notes')).toContainText('Wants to start in March.');
    expect(await stack.control('gem/resumes')).toMatchObject({ resumes: [{ filename: 'cv.pdf', bytes: pdf.buffer.length }] });
    expect(await violationsInBoth(page)).toEqual([]);
    await playground.stop();
});

test('hiring in the demo product fits a phone: a candidate takes the place of the list, and back', async ({ page, stack }) => {
    const playground = await stack.startPlayground();
    await stack.control('gem/size', { candidates: 30 });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${playground.url}/hiring.html`);
    const key = await page.locator('#link-with code').innerText();
    await page.getByRole('button', { name: 'Connect Gatherwell' }).click();
    await connectWith(page, key);
    const chosen = page.locator('#candidates button').nth(1);
    await chosen.click();
    await expect(page.locator('#detail-title')).toBeFocused();
    await expect(chosen).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.getByRole('button', { name: 'Back to all candidates' }).click();
    await expect(chosen).toBeFocused();
    await playground.stop();
});

test('hiring in the demo product: a key that is replaced at the vendor is repaired with the new one, and what was read stays', async ({
    page,
    stack
}) => {
    const playground = await stack.startPlayground();
    await stack.control('gem/size', { candidates: 30 });
    await page.goto(`${playground.url}/hiring.html`);
    const key = await page.locator('#link-with code').innerText();
    await page.getByRole('button', { name: 'Connect Gatherwell' }).click();
    await connectWith(page, key);
    await expect(page.locator('#reading-state')).toHaveText(/^Up to date/, { timeout: 30_000 });

    await page.goto(playground.url);
    await page.getByRole('button', { name: /^Replace the key at Gatherwell/ }).click();
    await expect(page.getByRole('status')).toContainText('Gatherwell has replaced the key');
    await page.goto(`${playground.url}/hiring.html`);
    await page.getByRole('button', { name: 'Read again' }).click();
    await expect(page.getByRole('heading', { name: 'Gatherwell no longer lets Juniper in' })).toBeVisible();
    await expect(page.locator('#candidates > li')).toHaveCount(25);
    expect(await violationsInBoth(page)).toEqual([]);
    const fresh = await page.locator('#link-with code').innerText();
    expect(fresh).not.toBe(key);
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await connectWith(page, fresh);
    await expect(page.locator('#reading-state')).toHaveText(/^Up to date/, { timeout: 30_000 });
    await playground.stop();
});

/** In light and in dark colours. */
async function violationsInBoth(page: Page): Promise<string[]> {
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        found.push(...(await violationsIn(page)).map((violation) => `${colorScheme}: ${violation}`));
    }
    await page.emulateMedia({ colorScheme: 'light' });
    return found;
}

async function connectWith(page: Page, key: string): Promise<void> {
    const widget = page.locator('[data-patchbay-connect] iframe').contentFrame();
    await widget.getByRole('textbox', { name: 'Shareable access key' }).fill(key);
    await widget.getByRole('button', { name: /onnect$/ }).click();
    await clickToClose(widget.getByRole('button', { name: 'Done' }));
}
