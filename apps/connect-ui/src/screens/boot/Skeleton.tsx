import { useEffect, useState } from 'react';
import { useT } from '../../i18n/texts.ts';

// That of index.html, which a short wait never shows.
const before = document.querySelector('.skeleton');
const isSkeletonShown = before !== null && getComputedStyle(before).opacity !== '0';
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
        <div className={`screen skeleton${isSkeletonShown ? ' skeleton-at-once' : ''}`} aria-busy="true">
            <h1 className="visually-hidden">{t('boot.loading')}</h1>
            <p role="status" className={isSlow ? undefined : 'skeleton-title'}>
                {isSlow && t('boot.slow')}
            </p>
            <div className="skeleton-line" />
            <div className="skeleton-line" />
            <div>
                <div className="skeleton-box" />
                {Array.from({ length: 6 }, (_, row) => (
                    <div key={row} className="skeleton-row" />
                ))}
            </div>
        </div>
    );
}
