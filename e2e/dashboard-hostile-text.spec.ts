import type { Page } from '@playwright/test';
import { callFromPage, endIssues, enter } from './dashboard-journey.ts';
import { corpus, expectNoDialog, expectUnharmed } from './hostile-texts.ts';
import { expect, test } from './journey.ts';
import type { Stack } from './stack.ts';

/** Without a space, with directions and characters of no width. */
const long = `${'W'.repeat(120)}\u2067\u200B\u200D\uFEFF${'ا'.repeat(60)}`;
const all = [...corpus, long];
const hostile = all.join(' ');
/** As long as a name may be; its beginning and its end are hostile, too. */
const name = `${corpus[1]} ${corpus[0]} ${long}`.slice(0, 255);
const shown = 'onerror="window.broken=1"';
const connection = 'hostile';

/** An app, connections, requests, records, issues and changes, all of whose texts are hostile. */
async function fill(page: Page, stack: Stack, integration: string): Promise<void> {
    const { backend, control } = stack;
    await control('gem/switches', { requests_per_second: 10_000, burst: 10_000 });
    await callFromPage(page, 'POST', '/environments/dev/integrations', {
        provider: 'sandbox-gem',
        unique_key: integration,
        display_name: name
    });
    await control('gem/mutate', { op: 'update', collection: 'candidates', index: 3, fields: { first_name: name, last_name: long } });
    const shared = {
        provider_config_key: integration,
        credentials: { type: 'API_KEY', apiKey: 'gemTeamKey000000000000000000000000000001' },
        connection_config: { appSecret: 'gem-application-secret' },
        end_user: { id: connection, display_name: name },
        tags: { team: name.slice(0, 200), other: long },
        metadata: Object.fromEntries([...all.map((text, index) => [`text_${index}`, text]), [corpus[1] ?? '', hostile]])
    } as const;
    for (const connection_id of [connection, 'broken']) await backend.connections.import({ ...shared, connection_id });
    const at = new Date().toISOString();
    const failure = { kind: 'revoked', cause: 'access_revoked', message: hostile, since: at, at, tries: 1, odd_days: [], retry_at: null };
    await stack.db
        .updateTable('connections')
        .set({ auth_state: 'broken', auth_failure: JSON.stringify({ ...failure, event_id: null }) })
        .where('connection_id', '=', 'broken')
        .execute();
    await backend.proxy
        .request(
            { connection_id: connection, provider_config_key: integration },
            {
                method: 'POST',
                path: `/nothing/${encodeURIComponent(corpus[1] ?? '')}`,
                query: { [corpus[0] ?? '']: hostile },
                json: { all }
            }
        )
        .catch(() => {});
}

/** What is wider than the window and in no region that scrolls and has a name. */
function tooWide(): string[] {
    const isHeld = (element: Element) => {
        for (let around = element.parentElement; around; around = around.parentElement) {
            const { overflowX } = getComputedStyle(around);
            if (overflowX === 'hidden' || overflowX === 'clip') return true;
            if (overflowX !== 'visible') return around.hasAttribute('aria-label') || around.hasAttribute('aria-labelledby');
        }
        return false;
    };
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
        const { right, left, width } = element.getBoundingClientRect();
        const isOver = getComputedStyle(element).overflowX === 'visible' && left + element.scrollWidth > innerWidth + 1;
        return width > 0 && (right > innerWidth + 1 || left < -1 || isOver) && !isHeld(element);
    });
    const isPageWide = document.documentElement.scrollWidth > innerWidth;
    return [...(isPageWide ? ['the page'] : []), ...wide.slice(-3).map(({ outerHTML }) => outerHTML.slice(0, 200))];
}

async function expectHarmless(page: Page, where: string): Promise<void> {
    await expectUnharmed(page, 'img[src="x"], base, iframe[srcdoc], a[href^="javascript:"], svg[onload], main script');
    const size = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.soft(page.locator('main')).toBeVisible();
    expect.soft(await page.evaluate(tooWide), `${where}: wider than a phone`).toEqual([]);
    if (size) await page.setViewportSize(size);
}

test('whatever end users, providers and backends write is text in the dashboard, and fits into a phone', async ({ page, stack }) => {
    test.slow();
    expectNoDialog(page);
    await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => console.error(`refused by ${violatedDirective}`));
    });
    const errors: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
    page.on('pageerror', ({ message }) => errors.push(message));
    const integration = 'hostile-app';
    await enter(page, stack, '/dashboard/dev/settings/team');
    await expect(page.getByRole('button', { name: 'Invite' })).toBeVisible();
    errors.length = 0;
    await fill(page, stack, integration);
    const visit = async (path: string, where: string, isRead?: () => Promise<void>, text = shown) => {
        await page.goto(`${stack.apiUrl}/dashboard/dev/${path}`);
        await expect.soft(page.locator('main').getByText(text).filter({ visible: true }).first(), where).toBeVisible({ timeout: 30_000 });
        await isRead?.();
        await expectHarmless(page, where);
    };
    await visit('connections', 'Connections');
    const detail = `connections/${integration}/${connection}`;
    await visit(detail, 'Timeline');
    for (const tab of ['syncs', 'requests', 'details'])
        await visit(`${detail}/${tab}`, tab, () => expect(page.getByRole('region').first()).toBeVisible());
    await visit(`connections/${integration}/broken`, 'A broken connection');
    await visit(`${detail}/records?model=Candidate&search=broken`, 'Records', async () => {
        const record = page.getByRole('region', { name: 'Records' }).getByRole('listitem').first();
        await record
            .getByText(/added|updated/)
            .first()
            .click();
        await expect(record.getByRole('group', { name: /^Record / })).toContainText(shown.replaceAll('"', String.raw`\"`));
    });
    await visit(`logs?connection=${connection}&status=failed`, 'Logs', async () => {
        await page.getByRole('row').filter({ hasText: '/nothing/' }).first().getByRole('link').first().click();
        await expect(page.getByRole('dialog')).toContainText('window.broken%3D1');
    });
    await stack.backend.freezes.create({ integration_id: integration, reason: name });
    await visit('', 'Home, with issues', undefined, `Credentials of ${integration} are frozen`);
    await visit('status', 'Status');
    await visit('integrations', 'Integrations');
    await visit(`integrations/${integration}`, 'An integration');
    await visit('settings/audit', 'Audit');
    expect(errors).toEqual([]);
    await endIssues(stack);
});
