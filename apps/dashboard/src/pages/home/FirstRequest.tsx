import { getIntegration, getProvider } from '@patchbay/contracts/dashboard';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { buttonClass } from '../../parts/Button.tsx';
import { ErrorNotice, Notice } from '../../parts/Notice.tsx';
import { Card, SkeletonRows } from '../../parts/Page.tsx';
import { Snippet } from '../../parts/Snippet.tsx';
import { htmlSnippet } from '../../parts/snippets.ts';
import { pathOfFirstCall } from './first-call.ts';
import { FirstCall } from './FirstCall.tsx';
import { FirstRead } from './FirstRead.tsx';

interface Props {
    integration: string;
    connection: string;
}

/** What comes after the first connection: a request with its ids, and what to put into a page. */
export function FirstRequest({ integration, connection }: Props) {
    const environment = useEnvironment();
    const { urls } = useSession();
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
                This is how your backend uses it, with the ids filled in.
            </Notice>
            <Card title="Use it">
                <Request integration={integration} connection={connection} />
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

/** To the provider where a request to it is known that needs no more than a path. */
function Request({ integration, connection }: Props) {
    const own = useRead(getIntegration, { params: { id: integration } });
    const name = own.data?.data.provider ?? '';
    const provider = useRead(getProvider, { params: { provider: name } }, { staleTime: 300_000, enabled: name !== '' });
    const error = own.error ?? provider.error;
    if (error) return <ErrorNotice error={error} onRetry={() => void Promise.all([own.refetch(), provider.refetch()])} />;
    if (!provider.data) return <SkeletonRows count={3} />;
    const path = pathOfFirstCall(provider.data.data);
    return path === undefined ? (
        <FirstRead integration={integration} connection={connection} />
    ) : (
        <FirstCall integration={integration} connection={connection} path={path} />
    );
}
