import { useEffect, useState } from 'react';
import { useT } from '../../i18n/texts.ts';

// By then those of index.html are to be seen already.
const areBonesShown = performance.now() > 150;
const slowMs = 6000;

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
