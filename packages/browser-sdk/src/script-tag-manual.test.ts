// @vitest-environment jsdom
// A page has one script tag, and what it defines stays: hence a file, and so a page, of its own.
import { expect, test } from 'vitest';
import { pressEscape, shown, teachDialogs, widgetOrigin } from '../test/host-page.ts';
import { startScriptTag } from './script-tag.ts';

test('data-manual defines window.PatchbayConnect and leaves the buttons and the way back to the page', () => {
    teachDialogs();
    const script = document.createElement('script');
    script.src = `${widgetOrigin}/v1/connect.js`;
    script.dataset.manual = '';
    sessionStorage.setItem('patchbay:att_1', JSON.stringify({ connectUrl: widgetOrigin, token: 'pb_cs_kept' }));
    history.replaceState(null, '', '/?connect_attempt=att_1');
    startScriptTag(script);
    document.body.innerHTML = '<button data-connect-open data-session-token="pb_cs_static">Connect</button>';
    document.querySelector('button')?.click();
    expect(shown().host).toBeNull();
    window.PatchbayConnect?.openConnectUI({ sessionToken: 'pb_cs_static' });
    expect(shown().frame?.src).toBe(`${widgetOrigin}/ui/?v=1`);
    pressEscape();
    expect(window.PatchbayConnect?.resume()).not.toBeNull();
});
