import type { Outcome } from '@patchbay/contracts/widget-message';
import { useEffect, useState } from 'react';
import { LinkGlyph } from './parts/LinkGlyph.tsx';
import { Button, Screen } from './parts/Screen.tsx';
import { useT } from '../i18n/texts.ts';

// By then those of index.html are to be seen already.
const areBonesShown = performance.now() > 150;
const slowMs = 6000;

/** The session offers nothing to connect. */
export function ListEmpty({ onClose }: { onClose: (() => void) | undefined }) {
    const t = useT();
    return (
        <Screen
            title={t('list.empty.title')}
            art={<LinkGlyph state="broken" large />}
            actions={onClose && <Button onClick={onClose}>{t('action.close')}</Button>}
        >
            <p className="intro">{t('list.empty.text')}</p>
        </Screen>
    );
}

interface ClosedProps {
    outcome: Outcome;
    /** The end user left while the server may still have connected it. */
    isOpen: boolean;
    /** The product still has to confirm the connection. */
    unfinished: boolean;
}

/** What stays when there is no host page to take the widget away. */
export function Closed({ outcome, isOpen, unfinished }: ClosedProps) {
    const t = useT();
    if (outcome === 'connected' && unfinished)
        return (
            <Screen title={t('success.almost')} art={<LinkGlyph state="attention" large />}>
                <p className="intro">{t('success.confirm')}</p>
            </Screen>
        );
    return (
        <Screen title={t('closed.title')} art={<LinkGlyph state={outcome === 'connected' ? 'connected' : 'broken'} large />}>
            <p className="intro">{t(isOpen && outcome !== 'connected' ? 'closed.open' : `closed.${outcome}`)}</p>
        </Screen>
    );
}

/** The same as in index.html, which it takes the place of. */
export function Skeleton() {
    const t = useT();
    const [isSlow, setIsSlow] = useState(false);
    useEffect(() => {
        const timer = setTimeout(() => setIsSlow(true), slowMs);
        return () => clearTimeout(timer);
    }, []);
    return (
        <div className={`screen bones${areBonesShown ? ' bones-at-once' : ''}`} aria-busy="true">
            <h1 className="visually-hidden">{t('boot.loading')}</h1>
            <p role="status" className={isSlow ? undefined : 'bone bone-title'}>
                {isSlow && t('boot.slow')}
            </p>
            <div className="bone bone-line" />
            <div className="bone bone-line" />
            <div>
                <div className="bone bone-search" />
                {Array.from({ length: 6 }, (_, row) => (
                    <div key={row} className="bone-row" />
                ))}
            </div>
        </div>
    );
}
