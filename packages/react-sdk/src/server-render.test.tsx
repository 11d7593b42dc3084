// @vitest-environment node
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ConnectButton, ConnectEmbedded, ConnectProvider, useConnect } from './index.ts';

function ByHook() {
    const { ready, status } = useConnect();
    return <button disabled={!ready}>{status}</button>;
}

test('on a server there is a plain button and an empty element, and nothing is asked of a browser or of the backend', () => {
    expect([typeof window, typeof document]).toEqual(['undefined', 'undefined']);
    const fetchSession = () => Promise.reject(new Error('Nobody is there to connect.'));
    const html = renderToString(
        <ConnectProvider connectUrl="https://connect.test" fetchSession={fetchSession} theme="dark">
            <ConnectButton id="connect" integration="hubspot" onConnect={() => {}}>
                Connect HubSpot
            </ConnectButton>
            <ConnectEmbedded className="connect" integration="hubspot" />
            <ByHook />
        </ConnectProvider>
    );
    expect(html).toBe(
        '<button type="button" id="connect">Connect HubSpot</button><div class="connect"></div><button disabled="">closed</button>'
    );
});
