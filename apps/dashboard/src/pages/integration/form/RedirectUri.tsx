import { CircleCheck } from 'lucide-react';
import { useSession } from '../../../api/session.ts';
import { CopyButton } from '../../../parts/Copy.tsx';
import { Notice } from '../../../parts/Notice.tsx';

const localHosts = /^(?:localhost|127\.0\.0\.1|\[::1\]|.*\.localhost)$/;

/** What has to be registered at the vendor, and whether browsers reach the server there. */
export function RedirectUri({ uri }: { uri: string }) {
    const { urls } = useSession();
    const { origin, protocol, hostname } = new URL(uri);
    return (
        <div className="flex flex-col gap-3">
            <div className="flex flex-wrap items-center gap-2 rounded-control bg-sunken p-2">
                <code className="min-w-0 flex-1 basis-64 px-2 [overflow-wrap:anywhere]">{uri}</code>
                <CopyButton text={uri} look="primary">
                    Copy redirect URI
                </CopyButton>
            </div>
            {origin === location.origin ? (
                <p className="flex items-center gap-2 text-small text-text-2">
                    <CircleCheck aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-ok" />
                    Checked: this page has the same address, so browsers come back to this server.
                </p>
            ) : (
                <Notice tone="warn" title="Browsers may not come back to this server">
                    This page is at <code>{location.origin}</code>, but the server takes <code>{urls.api}</code> for its public address. Set{' '}
                    <code>PATCHBAY_PUBLIC_URL</code> to the address that browsers use, then register the redirect URI that is shown here.
                </Notice>
            )}
            {protocol === 'http:' && !localHosts.test(hostname) && (
                <Notice tone="warn">Most vendors accept a redirect URI with http for localhost alone. Serve Patchbay by https.</Notice>
            )}
        </div>
    );
}
