import { expect, popupFrom, test } from './journey.ts';

test('T-24 a hostile window’s messages to the product’s page open nothing, close nothing, and are answered by nothing', async ({
    page,
    host,
    stack
}) => {
    await host.open();
    await expect(host.widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeFocused();
    const hostileUrl = `${stack.product.url.replace('host.localhost', 'hostile.localhost')}/empty`;
    const hostile = await popupFrom(page, () => page.evaluate((url) => void window.open(url), hostileUrl));
    await expect(hostile).toHaveTitle('Empty');
    await page.evaluate((origin) => {
        window.addEventListener('message', ({ data, source }) => {
            if (data === 'echo, please') source?.postMessage('echo', { targetOrigin: origin });
        });
    }, new URL(hostileUrl).origin);
    const responses = await hostile.evaluate(async () => {
        const heard: unknown[] = [];
        window.addEventListener('message', ({ data }) => heard.push(data));
        const target: Window = window.opener;
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', ({ data }) => heard.push(data));
        port1.start();
        target.postMessage({ patchbay: 1, type: 'hello', nonce: 'hostile', version: 1 }, '*', [port2]);
        for (const message of [
            { type: 'connect', connectionId: 'stolen', integrationId: 'sandbox-oauth2', isNew: true, attemptId: 'a1' },
            { type: 'close', outcome: 'connected' },
            { type: 'error', code: 'unexpected', message: 'boo' },
            { type: 'ready' },
            {
                patchbay: 1,
                type: 'init',
                nonce: 'hostile',
                version: 1,
                token: 'stolen',
                options: { locale: 'en', theme: 'dark', layout: 'modal' }
            },
            'close',
            null
        ])
            target.postMessage(message, '*');
        // Messages keep their order: the response to this last one comes after all others.
        const echo = new Promise((resolve) => window.addEventListener('message', ({ data }) => data === 'echo' && resolve(data)));
        target.postMessage('echo, please', '*');
        await echo;
        return heard.filter((data) => data !== 'echo');
    });
    expect(responses).toEqual([]);
    await expect.poll(() => host.heard()).toEqual([]);
    await expect(host.widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeVisible();
});

test('T-24 messages posted into the widget’s frame after the handshake change nothing, not even from its own page', async ({
    page,
    host
}) => {
    await host.open();
    await expect(host.widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeFocused();
    await page.evaluate(() => {
        const frame = document.querySelector('[data-patchbay-connect]')?.shadowRoot?.querySelector('iframe')?.contentWindow;
        for (const message of [
            {
                patchbay: 1,
                type: 'init',
                nonce: 'x',
                version: 1,
                token: 'pb_cs_other',
                options: { locale: 'ar', theme: 'dark', layout: 'modal' }
            },
            { type: 'close' },
            { type: 'session_token', token: 'pb_cs_other' },
            { t: 'hint', attempt: 'a1' }
        ])
            frame?.postMessage(message, '*', [new MessageChannel().port1]);
    });
    await host.widget.getByRole('searchbox').fill('two k');
    await host.widget.getByRole('button', { name: 'Sandbox (two keys)' }).click();
    await expect(host.widget.getByRole('heading', { name: 'Connect Sandbox (two keys)' })).toBeVisible();
    await expect.poll(() => host.heard()).toEqual([]);
});

test('T-25 a hostile page that frames the widget itself hears a hello without secrets, and with a stolen token nothing more', async ({
    page,
    stack,
    userId
}) => {
    const { data } = await stack.backend.connectSessions.create({ end_user: { id: userId }, allowed_origins: [stack.product.url] });
    await page.goto(`${stack.product.url.replace('host.localhost', 'hostile.localhost')}/empty`);
    const heard = await page.evaluate(
        async ({ src, token }) => {
            const posted: unknown[] = [];
            const throughPort: unknown[] = [];
            const finished = Promise.withResolvers<void>();
            window.addEventListener('message', ({ data: hello, source, origin }) => {
                posted.push(hello);
                const { port1, port2 } = new MessageChannel();
                port1.addEventListener('message', ({ data: message }) => {
                    // How high the refusal is tells nothing.
                    if (message.type !== 'size') throughPort.push(message);
                    if (message.type === 'error') finished.resolve();
                });
                port1.start();
                const init = {
                    patchbay: 1,
                    type: 'init',
                    nonce: hello.nonce,
                    version: 1,
                    token,
                    options: { locale: 'en', theme: 'light', layout: 'modal' }
                };
                (source as Window).postMessage(init, origin, [port2]); // the widget's window posts it
            });
            const frame = document.createElement('iframe');
            frame.src = src;
            document.body.append(frame);
            await finished.promise;
            return { posted, throughPort };
        },
        { src: `${stack.connectUrl}/ui/?v=1`, token: data.token }
    );
    expect(heard.posted).toEqual([{ patchbay: 1, type: 'hello', nonce: expect.any(String), version: 1 }]);
    expect(heard.throughPort).toEqual([
        { type: 'named', title: 'Connect an app', lang: 'en' },
        { type: 'event', name: 'error' },
        {
            type: 'error',
            code: 'origin_not_allowed',
            message: expect.any(String),
            userMessage: expect.any(String),
            hint: expect.stringMatching(/^The session does not allow http:\/\/hostile\.localhost:\d+: /)
        }
    ]);
});

test('T-24 an init from a window that is not the widget’s parent is not heard, even with the right nonce', async ({
    page,
    stack,
    userId
}) => {
    const { data } = await stack.backend.connectSessions.create({ end_user: { id: userId } });
    await page.goto(`${stack.product.url}/empty`);
    await page.evaluate(
        async ({ src, token }) => {
            const hello = Promise.withResolvers<string>();
            window.addEventListener('message', ({ data: message }) => hello.resolve(message.nonce));
            const frame = document.createElement('iframe');
            const sibling = document.createElement('iframe');
            frame.src = src;
            document.body.append(frame, sibling);
            const initIn = (locale: string, nonce: string) => ({
                patchbay: 1,
                type: 'init',
                nonce,
                version: 1,
                token,
                options: { locale, theme: 'light', layout: 'modal' }
            });
            const nonce = await hello.promise;
            // A script of the sibling's own, so that the sibling is the message's source.
            Object.assign(sibling.contentWindow ?? {}, { init: initIn('ar', nonce) });
            const script = sibling.contentDocument?.createElement('script');
            if (script) {
                script.textContent = "parent.frames[0].postMessage(init, '*', [new MessageChannel().port1])";
                sibling.contentDocument?.body.append(script);
            }
            // Had the first one been heard, this one would come too late.
            frame.contentWindow?.postMessage(initIn('en', nonce), '*', [new MessageChannel().port1]);
        },
        { src: `${stack.connectUrl}/ui/?v=1`, token: data.token }
    );
    await expect(page.frameLocator('iframe').first().getByRole('heading', { name: 'Choose an app to connect' })).toBeVisible();
});
