// @vitest-environment jsdom A page load of its own: the one that a sign-in in this tab comes back
// to, with code that ran before the script had loaded.
import { expect, test, vi } from 'vitest';
import { deliver, hello, listenInFrame, shown, teachDialogs, widgetOrigin } from '../test/host-page.ts';
import { startScriptTag } from './script-tag.ts';
import type { PatchbayConnect } from './script-tag.ts';

test('the script takes up the sign-in that the page comes back from, and runs what was queued before', async () => {
    teachDialogs();
    const told: unknown[] = [];
    const queued = vi.fn<(connect: PatchbayConnect) => void>();
    // The page's own modules have not run yet.
    const readyState = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
    Object.assign(performance, { getEntriesByType: () => [{ domContentLoadedEventStart: 0 }] });
    Object.assign(window, { PatchbayConnect: { q: [queued] } });
    const left = { connectUrl: widgetOrigin, token: 'pb_cs_kept', integration: 'gem', locale: 'ar' };
    sessionStorage.setItem('patchbay:att_1', JSON.stringify(left));
    history.replaceState(null, '', '/settings?connect_attempt=att_1');
    const script = document.createElement('script');
    script.src = `${widgetOrigin}/v1/connect.js`;
    startScriptTag(script);

    expect(location.href).toBe(`${location.origin}/settings`);
    expect(queued).toHaveBeenCalledExactlyOnceWith(window.PatchbayConnect);
    expect(shown().dialog?.open).toBe(true);
    const widget = listenInFrame();
    deliver(hello);
    expect(widget.posted[0]?.data).toMatchObject({ token: 'pb_cs_kept', options: { attempt: 'att_1', integration: 'gem', locale: 'ar' } });
    const connected = { connectionId: 'c', integrationId: 'gem', isNew: true, attemptId: 'att_1' };
    widget.say({ type: 'connect', ...connected });
    widget.say({ type: 'close', outcome: 'connected' });
    await vi.waitFor(() => expect(shown().dialog).toBeUndefined());
    for (const name of ['connect:success', 'connect:close'])
        document.addEventListener(name, (event) => told.push(event instanceof CustomEvent && event.detail, event.target));
    document.dispatchEvent(new Event('DOMContentLoaded'));
    await vi.waitFor(() => expect(told).toEqual([connected, document, { outcome: 'connected' }, document]));
    readyState.mockRestore();
});
