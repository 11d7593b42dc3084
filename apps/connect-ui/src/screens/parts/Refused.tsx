import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import { useT } from '../../i18n/later-texts.ts';

type Refusal = Pick<ConnectableIntegration['connections'][number], 'refused_since' | 'refused_because'>;

/** Since when a connection fails, and why as far as that is known; nothing while it works. */
export function Refused({ refusal, provider }: { refusal: Refusal; provider: string }) {
    const t = useT();
    if (refusal.refused_since === null) return null;
    const { refused_because: because, refused_since: since } = refusal;
    const key = because === 'revoked' || because === 'expired' ? (`reconnect.${because}` as const) : 'reconnect.refused';
    return <p className="refused">{t(key, { provider, since: new Date(since) })}</p>;
}
