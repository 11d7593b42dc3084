import { listLogs, sendExplorerRequest } from '@patchbay/contracts/dashboard';
import { useMay, useSession } from '../../api/session.ts';
import { useChange, useEnvironment, useRead } from '../../api/use-api.ts';
import { BodyText } from '../../parts/BodyText.tsx';
import { Button } from '../../parts/Button.tsx';
import { ErrorNotice } from '../../parts/Notice.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { proxyCurl, quoted } from '../../parts/snippets.ts';
import { LogTable } from '../logs/LogTable.tsx';

interface Props {
    integration: string;
    connection: string;
    /** Below the provider's base address. */
    path: string;
}

const mostShown = 5;

/** A request to the provider: its code, its response, and its entry in the log. */
export function FirstCall({ integration, connection, path }: Props) {
    const environment = useEnvironment();
    const { urls } = useSession();
    const { reason } = useMay('environment:proxy');
    const send = useChange(sendExplorerRequest, [listLogs]);
    const shown = send.data?.data;
    const body = { environment, integration_id: integration, connection_id: connection, method: 'GET', path } as const;
    const typescript = `import { Patchbay } from '@patchbay/node';

const patchbay = new Patchbay({ secretKey: process.env.PATCHBAY_SECRET_KEY, baseUrl: '${urls.api}' });
const response = await patchbay.proxy.request(
    { connection_id: ${quoted(connection)}, provider_config_key: ${quoted(integration)} },
    { path: ${quoted(path)} }
);
console.log(await response.json());`;
    return (
        <div className="flex flex-col gap-4 p-4">
            <p className="text-text-2">
                A request to the provider. Patchbay adds the credentials and renews them, so that your backend has none.
            </p>
            <Snippet name="curl" text={proxyCurl(urls.api, { method: 'GET', path, integration, connection }).join(' \\\n  ')} />
            <Snippet name="TypeScript" text={typescript} />
            <div>
                <Button look="primary" isBusy={send.isPending} blockedBecause={reason} onClick={() => send.mutate({ body })}>
                    Run
                </Button>
            </div>
            {send.error && <ErrorNotice error={send.error} />}
            {shown && (
                <section aria-label="Response" className="flex flex-col gap-2">
                    <p>
                        <code>{shown.status}</code> after {shown.duration_ms} ms
                    </p>
                    <BodyText label="Body of the response" text={shown.text} isTruncated={shown.truncated} />
                </section>
            )}
            {(shown || send.error) && <Logged integration={integration} connection={connection} />}
        </div>
    );
}

/** Its entries in the log, which are stored a little later. */
function Logged({ integration, connection }: Omit<Props, 'path'>) {
    const { data } = useRead(
        listLogs,
        { query: { integration_id: integration, connection_id: connection, kind: 'proxy', limit: mostShown } },
        { refetchInterval: 2000 }
    );
    if (!data || data.data.length === 0) return <p className="text-text-2">The log shows it in a moment.</p>;
    return (
        <section aria-label="In the log">
            <p className="mb-2 text-text-2">The log has it too: open it to see headers and timing.</p>
            <LogTable entries={data.data} />
        </section>
    );
}
