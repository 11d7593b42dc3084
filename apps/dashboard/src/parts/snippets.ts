/** As a string of JavaScript. */
export function quoted(text: string): string {
    return `'${text.replaceAll(/[\\']/g, (found) => `\\${found}`)}'`;
}

/** For a shell. */
export const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

interface ProxyCall {
    method: string;
    path: string;
    integration: string;
    connection: string;
    /** Absent: the provider's own. */
    baseUrl?: string;
}

/** A request through the proxy by curl, line by line. */
export function proxyCurl(apiUrl: string, { method, path, integration, connection, baseUrl }: ProxyCall): string[] {
    return [
        `curl -X ${method} ${shellQuoted(`${apiUrl}/proxy${path}`)}`,
        ...(baseUrl === undefined ? [] : [`-H ${shellQuoted(`Base-Url-Override: ${baseUrl}`)}`]),
        '-H "Authorization: Bearer $PATCHBAY_SECRET_KEY"',
        `-H ${shellQuoted(`Connection-Id: ${connection}`)}`,
        `-H ${shellQuoted(`Provider-Config-Key: ${integration}`)}`
    ];
}

export const htmlSnippet = (connectUrl: string, integration: string) =>
    `<script src="${connectUrl}/v1/connect.js" async data-session-url="/api/connect-session"></script>
<button data-connect-open data-integration="${integration}">Connect</button>`;

/** What a page of the product has to allow. */
export const policySnippet = (connectUrl: string) => `Content-Security-Policy: frame-src ${connectUrl}; script-src 'self' ${connectUrl}`;

/** The call that a backend makes for its signed-in user. @param baseUrl an expression */
export const serverSnippet = (baseUrl: string) => `import { Patchbay } from '@patchbay/node';

export async function mintSession(): Promise<{ token: string }> {
    const patchbay = new Patchbay({ secretKey: process.env.PATCHBAY_SECRET_KEY, baseUrl: ${baseUrl} });
    const { data } = await patchbay.connectSessions.create({ end_user: { id: 'user_1' } });
    return { token: data.token };
}`;

interface Button {
    integration: string;
    name: string;
}

export const reactSnippet = (connectUrl: string, { integration, name }: Button) =>
    `import { ConnectButton, ConnectProvider, type SessionRequest } from '@patchbay/react';

async function fetchSession(wanted: SessionRequest): Promise<string> {
    const response = await fetch('/api/connect-session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(wanted)
    });
    if (!response.ok) throw new Error(\`/api/connect-session responded with \${response.status}.\`);
    const { token } = await response.json();
    return token;
}

export function App() {
    return (
        <ConnectProvider connectUrl=${JSON.stringify(connectUrl)} fetchSession={fetchSession}>
            <ConnectButton integration=${JSON.stringify(integration)} onConnect={({ connectionId }) => console.log(\`Connected: \${connectionId}\`)}>
                Connect ${name}
            </ConnectButton>
            <ConnectButton integration=${JSON.stringify(integration)} connection="the-id-you-stored">
                Reconnect ${name}
            </ConnectButton>
        </ConnectProvider>
    );
}`;
