import { getConnection } from '@patchbay/contracts/dashboard';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useRead } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { quoted } from '../../parts/snippets.ts';

/** Reads the connection, as a backend does and from this page by the member's own session. */
export function FirstRead({ integration, connection }: { integration: string; connection: string }) {
    const { urls } = useSession();
    const [isAsked, setAsked] = useState(false);
    const { data, error, refetch, isFetching } = useRead(
        getConnection,
        { params: { connection_id: connection }, query: { provider_config_key: integration } },
        { enabled: isAsked }
    );
    const path = `/connections/${encodeURIComponent(connection)}?provider_config_key=${encodeURIComponent(integration)}`;
    const curl = `curl "${urls.api}${path}" \\\n  -H "Authorization: Bearer $PATCHBAY_SECRET_KEY"`;
    const typescript = `import { Patchbay } from '@patchbay/node';

const patchbay = new Patchbay({ secretKey: process.env.PATCHBAY_SECRET_KEY, baseUrl: '${urls.api}' });
const connection = await patchbay.connections.get({
    connection_id: ${quoted(connection)},
    provider_config_key: ${quoted(integration)}
});`;
    return (
        <div className="flex flex-col gap-4 p-4">
            <Snippet name="curl" text={curl} />
            <Snippet name="TypeScript" text={typescript} />
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
        </div>
    );
}
