import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { callbackScript, resultPage } from './pages.ts';

const ended = {
    locale: 'en',
    theme: 'system',
    providerName: 'Sandbox (OAuth 2)',
    providerText: 'The person said no',
    ref: 'C-7F3K2',
    connectOrigin: 'https://connect.example'
} as const;
/** The closed line between the two tiles. */
const line = 'M13 8H35';

test.each([
    ['connected', true],
    ['goOn', false],
    ['confirm', false],
    ['denied', false],
    ['failed', false],
    ['restart', false],
    ['otherBrowser', false],
    ['tooLate', false]
] as const)('after %s the picture of a whole link is shown: %j', (kind, isWhole) => {
    expect(resultPage({ ...ended, kind }).body.includes(line)).toBe(isWhole);
});

test('only a failure quotes the provider and gives a code for support, and says what it is for', () => {
    const failed = resultPage({ ...ended, kind: 'failed' }).body;
    expect(failed).toContain('The person said no');
    expect(failed).toMatch(/send this code to .*C-7F3K2/);
    const denied = resultPage({ ...ended, kind: 'denied' }).body;
    expect(denied).not.toMatch(/The person said no|C-7F3K2/);
});

test('in Arabic the page reads from right to left, and the name keeps its brackets in place', () => {
    const { body } = resultPage({ ...ended, kind: 'connected', locale: 'ar', theme: 'dark' });
    expect(body).toContain('<html lang="ar" dir="rtl" data-theme="dark">');
    expect(body).toContain('<h1>تم ربط \u2068Sandbox (OAuth 2)\u2069</h1>');
});

test.each([
    ['connected', 'true'],
    ['goOn', 'true'],
    ['denied', 'told'],
    ['failed', 'told'],
    ['tooLate', 'told']
] as const)('after %s the window of an attempt closes: %s', (kind, close) => {
    expect(resultPage({ ...ended, kind, attemptId: 'a-1' }).body).toContain(`data-close="${close}"`);
    // Without an attempt only this page can explain the error.
    expect(resultPage({ ...ended, kind }).body).toContain(`data-close="${close === 'told' ? 'false' : close}"`);
});

test('the page has the product’s name, its logo and its colours, and its policy allows just these', () => {
    const variables = { colorPrimary: '#c2185b' };
    const plain = resultPage({ ...ended, kind: 'failed' });
    const named = resultPage({
        ...ended,
        kind: 'failed',
        branding: { appName: 'Juniper & Co', logo: undefined, variables, dark: undefined }
    });
    expect(named.body).toContain('<header>Juniper &#38; Co</header>');
    expect(named.body).toContain('--accent: #c2185b');
    const policyOf = ({ headers }: typeof plain) => String(headers?.['content-security-policy']);
    expect(policyOf(named)).not.toBe(policyOf(plain));
    expect(policyOf(named)).not.toContain('img-src');
    const logo = { src: 'data:image/png;base64,AAAA', alt: 'Juniper' };
    const pictured = resultPage({
        ...ended,
        kind: 'failed',
        branding: { appName: 'Juniper', logo, variables: undefined, dark: undefined }
    });
    expect(pictured.body).toContain('<header><img src="data:image/png;base64,AAAA" alt="Juniper"></header>');
    expect(policyOf(pictured)).toContain('img-src data:');
});

/** What the script does in a window. @param opener null when there is none, or it is cut off */
function runCallback(close: string, opener: object | null) {
    const listeners: ((event: object) => void)[] = [];
    const copy = { hidden: true, textContent: 'Copy', dataset: { code: 'C-7F3K2', done: 'Copied' }, press: async () => {} };
    const window = {
        opener,
        close: vi.fn(),
        addEventListener: (_type: string, heard: (event: object) => void) => listeners.push(heard)
    };
    const writeText = vi.fn(async () => {});
    const elements: Record<string, object> = {
        close: { addEventListener: () => {} },
        copy: Object.assign(copy, { addEventListener: (_type: string, press: () => Promise<void>) => (copy.press = press) })
    };
    runInNewContext(callbackScript, {
        window,
        history: { replaceState: () => {} },
        navigator: { clipboard: { writeText } },
        document: {
            currentScript: { dataset: { attempt: 'a-1', origin: 'https://connect.example', close } },
            getElementById: (id: string) => elements[id]
        }
    });
    return { window, copy, writeText, say: (event: object) => listeners.forEach((heard) => heard(event)) };
}

test('a window that tells of a failure closes when the page that opened it has heard, and stays when that is gone', () => {
    const opener = { postMessage: vi.fn() };
    const { window, say } = runCallback('told', opener);
    expect(opener.postMessage).toHaveBeenCalledWith({ t: 'hint', attempt: 'a-1' }, 'https://connect.example');
    const heard = { source: opener, origin: 'https://connect.example', data: { t: 'heard' } };
    for (const other of [{ source: {} }, { origin: 'https://evil.example' }, { data: null }]) say({ ...heard, ...other });
    expect(window.close).not.toHaveBeenCalled();
    say(heard);
    expect(window.close).toHaveBeenCalledOnce();
    expect(runCallback('told', null).window.close).not.toHaveBeenCalled();
    expect(runCallback('true', null).window.close).toHaveBeenCalledOnce();
});

test('the code for support can be copied', async () => {
    const { copy, writeText } = runCallback('told', null);
    expect(copy.hidden).toBe(false);
    await copy.press();
    expect(writeText).toHaveBeenCalledWith('C-7F3K2');
    expect(copy.textContent).toBe('Copied');
});
