import { Time, useNow } from '../../../parts/Time.tsx';
import { isSilent, type SecretKey } from './key.ts';

/** Until when a rotated key works, and whether something still uses it. */
export function RotatedState({ secretKey: key, all }: { secretKey: SecretKey; all: readonly SecretKey[] }) {
    const now = useNow();
    if (key.expires_at === null) return null;
    const successor = all.find(({ id }) => id === key.ends_on_use_of);
    return (
        <span className="block text-small text-text-2">
            {key.ends_on_use_of === null ? (
                <>
                    Rotated: ends <Time at={key.expires_at} />
                </>
            ) : (
                <>
                    Rotated: ends an hour after the first use of {successor ? <code>…_{successor.id}_…</code> : 'the new key'}, else{' '}
                    <Time at={key.expires_at} />
                </>
            )}
            {' · '}
            <span className={isSilent(key, now) ? '' : 'text-warn'}>{lastUse(key, now)}</span>
        </span>
    );
}

function lastUse(key: SecretKey, now: number) {
    if (key.last_used_at === null) return 'never used';
    return (
        <>
            {isSilent(key, now) ? 'silent, last used ' : 'still in use, last used '}
            <Time at={key.last_used_at} />
        </>
    );
}
