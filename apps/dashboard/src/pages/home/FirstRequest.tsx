import { getConnection } from '@patchbay/contracts/dashboard';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { Button, buttonClass } from '../../parts/Button.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { Card } from '../../parts/Page.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { htmlSnippet, quoted } from '../../parts/snippets.ts';

/** What comes after the first connection: a request with its ids, and what to put into a page. */
export function FirstRequest({ integration, connection }: { integration: string; connection: string }) {
    const environment = useEnvironment();
    const { urls } = useSession();
    const path = `/connections/${encodeURIComponent(connection)}?provider_config_key=${encodeURIComponent(integration)}`;
    const curl = `curl "${urls.api}${path}" \\\n  -H "Authorization: Bearer $PATCHBAY_SECRET_KEY"`;
    const typescript = `import { Patchbay } from '@patchbay/node';

const patchbay = new Patchbay({ secretKey: process.env.PATCHBAY_SECRET_KEY, baseUrl: '${urls.api}' });
const connection = await patchbay.connections.get({
    connection_id: ${quoted(connection)},
    provider_config_key: ${quoted(integration)}
});`;
    return (
        <>
            <Notice
                tone="ok"
                title="Your first connection works"
                actions={
                    <Link
                        to="/$environment/connections/$integration/$connection"
                        params={{ environment, integration, connection }}
                        className={buttonClass()}
                    >
                        See the connection
                    </Link>
                }
            >
                This is how your backend reads it, with the ids filled in.
            </Notice>
            <Card title="Read it">
                <div className="flex flex-col gap-4 p-4">
                    <Snippet name="curl" text={curl} />
                    <Snippet name="TypeScript" text={typescript} />
                    <Run integration={integration} connection={connection} />
                </div>
            </Card>
            <Card title="Put it in your app">
                <div className="flex flex-col gap-4 p-4">
                    <p className="text-text-2">
                        Your backend answers <code>/api/connect-session</code> with the token of <code>POST /connect/sessions</code>.
                    </p>
                    <Snippet name="HTML" text={htmlSnippet(urls.connect, integration)} />
                </div>
            </Card>
        </>
    );
}

/** The same request, sent from this page by the member's own session. */
function Run({ integration, connection }: { integration: string; connection: string }) {
    const [isAsked, setAsked] = useState(false);
    const { data, error, refetch, isFetching } = useRead(
        getConnection,
        { params: { connection_id: connection }, query: { provider_config_key: integration } },
        { enabled: isAsked }
    );
    return (
        <>
            <div>
                <Button look="primary" isBusy={isFetching} onClick={() => (isAsked ? void refetch() : setAsked(true))}>
                    Run
                </Button>
            </div>
            {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
            {data && (
                <section aria-label="Response" className="rounded-control bg-sunken p-3">
                    <pre className="[overflow-wrap:anywhere] whitespace-pre-wrap">{JSON.stringify(data, null, 2)}</pre>
                </section>
            )}
        </>
    );
}
