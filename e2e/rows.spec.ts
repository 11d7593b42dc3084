import { expect, test } from './worker.ts';

const long = ' of the Northwind Trading Company of Scandinavia and the Baltic States';

for (const [state, where, rowCount] of [
    ['list-connected', 'in the list', 13],
    ['owned-refused', 'among own accounts', 2],
    ['owned-managed', 'among accounts to manage', 2]
] as const) {
    for (const width of [320, 440])
        test(`${where}, ${width} px wide, a chip stays at its row's end, whole and apart from the name, however long that is`, async ({
            page,
            stories
        }) => {
            await page.setViewportSize({ width, height: 900 });
            await page.emulateMedia({ reducedMotion: 'reduce' });
            await stories.names(page);
            await stories.show(page, state, { locale: 'en' });
            // Of a long list the end is drawn after the beginning.
            await expect(page.locator('.row')).toHaveCount(rowCount);
            const chips = () =>
                page.locator('.row').evaluateAll((rows) =>
                    rows.flatMap((row) => {
                        const [tag, name] = [row.querySelector('.tag'), row.querySelector('.row-name')].map((part) =>
                            part?.getBoundingClientRect()
                        );
                        if (!tag || !name) return [];
                        const isApart = tag.left > name.right || tag.top >= name.bottom;
                        return [{ fromEnd: row.getBoundingClientRect().right - tag.right, height: tag.height, isApart }];
                    })
                );
            const before = await chips();
            expect(before.length).toBeGreaterThan(0);
            await page.locator('.row-name').evaluateAll((names, more) => names.forEach((name) => name.append(more)), long);
            expect(await chips()).toEqual(before);
            expect(new Set(before.map(({ fromEnd, height }) => `${fromEnd} ${height}`)).size).toBe(1);
            expect(before.every(({ isApart, height }) => isApart && height === 18)).toBe(true);
        });
}

test('compact rows are equally high, with a second line and without', async ({ page, stories }) => {
    await stories.names(page);
    await stories.show(page, 'list', { locale: 'en' });
    const rows = page.locator('.row');
    expect(await rows.filter({ has: page.locator('.muted') }).count()).toBeGreaterThan(0);
    // What the density `compact` sets: appearance.test.ts.
    await page.evaluate(() => document.documentElement.style.setProperty('--row-height', '44px'));
    const heights = await rows.evaluateAll((shown) => shown.map((row) => row.getBoundingClientRect().height));
    expect(new Set(heights)).toEqual(new Set([44]));
});

test('the link to where a value is found stands 8 px from the boxes that it is about, above all or below one', async ({
    page,
    stories
}) => {
    await page.setViewportSize({ width: 440, height: 1400 });
    await stories.names(page);
    await stories.show(page, 'detail-key', { locale: 'en' });
    const ofAll = await page.locator('.form').evaluate((form) => {
        const link = form.previousElementSibling?.querySelector('a');
        return form.getBoundingClientRect().top - (link?.getBoundingClientRect().bottom ?? 0);
    });
    await stories.show(page, 'form-lines', { locale: 'en' });
    const ofOne = await page.locator('.field:has(a.link)').evaluateAll((fields) =>
        fields.map((field) => {
            const box = field.querySelector('.box')?.getBoundingClientRect();
            return (field.querySelector('a')?.getBoundingClientRect().top ?? 0) - (box?.bottom ?? 0);
        })
    );
    expect([ofAll, ...ofOne]).toEqual([8, 8, 8]);
});
