import { getLog, listLogs, sendExplorerRequest } from '@patchbay/contracts/dashboard';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMay, useSession } from '../../api/session.ts';
import { useChange, useEnvironment, useRead } from '../../api/use-api.ts';
import { Button } from '../../parts/Button.tsx';
import { CopyButton, CopyId } from '../../parts/Copy.tsx';
import { Detail, Details } from '../../parts/Details.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import { ReadError } from '../../parts/Gone.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { SkeletonRows } from '../../parts/Page.tsx';
import { Time } from '../../parts/Time.tsx';
import { BodyText } from '../../parts/BodyText.tsx';
import { Around } from './Around.tsx';
import { kindWords } from './search.ts';
import { baseOf, curlOf, type LogDetail, pathOf, whyOf } from './why.ts';

/** One request, beside the list. */
export function LogDrawer() {
    const { log } = useParams({ from: '/$environment/logs/$log' });
    const environment = useEnvironment();
    const navigate = useNavigate();
    const { data, error, refetch } = useRead(getLog, { params: { log_id: log } });
    const entry = data?.data;
    const close = () => void navigate({ to: '/$environment/logs', params: { environment }, search: true });
    return (
        <Drawer title={entry ? `${entry.method} ${pathOf(entry.url)}` : 'Request'} onClose={close}>
            {error && <ReadError error={error} what="request" onRetry={() => void refetch()} />}
            {!error && !entry && <SkeletonRows count={6} />}
            {entry && <Entry entry={entry} />}
        </Drawer>
    );
}

function Entry({ entry }: { entry: LogDetail }) {
    const environment = useEnvironment();
    const { urls } = useSession();
    const { connection_id: connection, integration_id: integration, timings } = entry;
    return (
        <>
            <Notice tone={entry.failed ? 'danger' : 'ok'} title={`Why ${entry.status ?? 'there is no response'}`}>
                {whyOf(entry).map((sentence) => (
                    <p key={sentence}>{sentence}</p>
                ))}
                <Around entry={entry} />
            </Notice>
            <div className="flex flex-wrap gap-2">
                <CopyButton text={curlOf(entry, urls.api)}>Copy as curl</CopyButton>
                <CopyButton text={location.href}>Copy link</CopyButton>
            </div>
            {entry.kind === 'proxy' && entry.method === 'GET' && <Replay entry={entry} />}
            <Details>
                <Detail name="What for">{kindWords[entry.kind]}</Detail>
                <Detail name="Address">
                    <code className="[overflow-wrap:anywhere]">{entry.url}</code>
                </Detail>
                <Detail name="When">
                    <Time at={entry.started_at} />
                </Detail>
                <Detail name="Timing">
                    {`${Math.round(timings.total_ms)} ms`}
                    <span className="text-text-2">
                        {[
                            timings.queue_ms >= 1 && `queue ${Math.round(timings.queue_ms)}`,
                            timings.connect_ms !== null && `connecting ${Math.round(timings.connect_ms)}`,
                            timings.first_byte_ms !== null && `first byte ${Math.round(timings.first_byte_ms)}`
                        ]
                            .filter(Boolean)
                            .map((part) => ` · ${part}`)
                            .join('')}
                    </span>
                </Detail>
                {connection !== null && integration !== null && (
                    <Detail name="Connection">
                        <Link
                            to="/$environment/connections/$integration/$connection"
                            params={{ environment, integration, connection }}
                            className="text-accent-text underline"
                        >
                            {connection}
                        </Link>
                    </Detail>
                )}
                <Detail name="Request id">
                    <CopyId id={entry.request_id} name="request id" />
                </Detail>
            </Details>
            <Attempts entry={entry} />
            <Message title="Request" message={entry.request} bytes={entry.request_bytes} />
            <Message title="Response" message={entry.response} bytes={entry.response_bytes} />
        </>
    );
}

function Message({ title, message, bytes }: { title: string; message: LogDetail['request']; bytes: number }) {
    const headers = Object.entries(message.headers);
    return (
        <section aria-label={title} className="flex flex-col gap-2">
            <h3 className="font-semibold">
                {title} <span className="font-normal text-text-2">{bytes.toLocaleString()} bytes</span>
            </h3>
            {headers.length > 0 && (
                <details>
                    <summary className="cursor-pointer text-text-2">{headers.length} headers</summary>
                    <BodyText label={`${title}: headers`} text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')} />
                </details>
            )}
            {message.body ? (
                <BodyText label={`${title}: body`} text={message.body.text} isTruncated={message.body.truncated} />
            ) : (
                bytes > 0 && <p className="text-small text-text-2">Its body is not kept, by the settings of the log, or is no text.</p>
            )}
        </section>
    );
}

/** The others of the same operation. */
function Attempts({ entry }: { entry: LogDetail }) {
    const environment = useEnvironment();
    const { data } = useRead(listLogs, { query: { operation_id: entry.operation_id, limit: 20 } });
    const others = data?.data.filter(({ id }) => id !== entry.id) ?? [];
    if (others.length === 0) return null;
    return (
        <section aria-label="Of the same operation" className="flex flex-col gap-1">
            <h3 className="font-semibold">Of the same operation</h3>
            <ul>
                {others.map(({ id, attempt, method, url, status, error }) => (
                    <li key={id}>
                        <Link to="/$environment/logs/$log" params={{ environment, log: id }} search className="text-accent-text underline">
                            {`Attempt ${attempt}: ${method} ${pathOf(url)} ${status ?? error?.code ?? ''}`}
                        </Link>
                    </li>
                ))}
            </ul>
        </section>
    );
}

/** Sends a GET again, which changes nothing. */
function Replay({ entry: { url, connection_id: connection, integration_id: integration } }: { entry: LogDetail }) {
    const environment = useEnvironment();
    const { reason } = useMay('environment:proxy');
    const send = useChange(sendExplorerRequest, [listLogs]);
    const { baseUrl: base_url } = baseOf(url);
    if (connection === null || integration === null || url.includes('[redacted]') || url.includes('[secret]') || !base_url) return null;
    const shown = send.data?.data;
    return (
        <section aria-label="Again" className="flex flex-col gap-2">
            <div>
                <Button
                    blockedBecause={reason}
                    isBusy={send.isPending}
                    onClick={() =>
                        send.mutate({
                            body: {
                                environment,
                                integration_id: integration,
                                connection_id: connection,
                                base_url,
                                method: 'GET',
                                path: pathOf(url)
                            }
                        })
                    }
                >
                    Send it again
                </Button>
            </div>
            {send.error && <ErrorNotice error={send.error} />}
            {shown && (
                <>
                    <p>
                        <code>{shown.status}</code> after {shown.duration_ms} ms
                    </p>
                    <BodyText label="Response of the repetition" text={shown.text} isTruncated={shown.truncated} />
                </>
            )}
        </section>
    );
}
