import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

interface Tab {
    to: Exclude<LinkProps['to'], undefined>;
    name: string;
    /** Of the first one, whose address the others begin with. */
    exact?: boolean;
}

/** Parts of one page, each with an address of its own. */
export function Tabs({ label, tabs, params }: { label: string; tabs: readonly Tab[]; params: NonNullable<LinkProps['params']> }) {
    const nav = useRef<HTMLElement>(null);
    const { pathname } = useLocation();
    // On a phone the last ones are beyond the edge.
    useEffect(() => {
        nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }, [pathname]);
    return (
        <nav ref={nav} aria-label={label} className="-mt-2 flex gap-1 overflow-x-auto border-b border-hairline">
            {tabs.map(({ to, name, exact = false }) => (
                <Link
                    key={name}
                    to={to}
                    params={params}
                    activeOptions={{ exact, includeSearch: false }}
                    className="border-b-2 border-transparent px-3 py-2 font-semibold whitespace-nowrap text-text-2 no-underline hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text"
                >
                    {name}
                </Link>
            ))}
        </nav>
    );
}
