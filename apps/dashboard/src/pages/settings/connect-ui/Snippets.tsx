import { listIntegrations } from '@patchbay/contracts/dashboard';
import { useSession } from '../../../api/session.ts';
import { useRead } from '../../../api/use-api.ts';
import { Card } from '../../../parts/Page.tsx';
import { Snippet } from '../../../parts/Snippet.tsx';
import { htmlSnippet, policySnippet, quoted, reactSnippet, serverSnippet } from '../../../parts/snippets.ts';

const example = { unique_key: 'github', display_name: 'GitHub' };

/** How the Connect UI comes into the product, with the addresses and an id of this server. */
export function Snippets() {
    const { urls } = useSession();
    const { data } = useRead(listIntegrations, {});
    const { unique_key: integration, display_name: name } = data?.data[0] ?? example;
    return (
        <Card title="Put it in your app">
            <div className="flex flex-col gap-4 p-4">
                <p className="text-text-2">
                    Your backend answers <code>POST /api/connect-session</code> for its signed-in user, with the token that this call gives.
                </p>
                <Snippet name="server call" text={serverSnippet(quoted(urls.api))} />
                <p className="text-text-2">The page opens the Connect UI by a script tag, or by components of React.</p>
                <Snippet name="HTML" text={htmlSnippet(urls.connect, integration)} />
                <Snippet name="React" text={reactSnippet(urls.connect, { integration, name })} />
                <p className="text-text-2">If the page has a Content-Security-Policy, it allows this; React needs no script-src.</p>
                <Snippet name="policy" text={policySnippet(urls.connect)} />
            </div>
        </Card>
    );
}
