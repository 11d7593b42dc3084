import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { Activity, Blocks, History, House, Keyboard, Link2, RefreshCw, ScrollText, Search, Settings } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useLiveUpdates } from '../api/live-updates.ts';
import { useSession } from '../api/session.ts';
import { useSessionState } from '../api/session-state.ts';
import { useEnvironment } from '../api/use-api.ts';
import { useIsProduction } from '../parts/use-typed-name.tsx';
import { EnvironmentGone } from './EnvironmentGone.tsx';
import { environmentName } from './environment-name.ts';
import { type Open, Overlays } from './Overlays.tsx';
import { UndoToasts } from './UndoToasts.tsx';
import { Unreachable } from './Unreachable.tsx';
import { useFocusOfPages } from './use-focus-of-pages.ts';
import { useKeys } from './use-keys.ts';
import { usePaletteKey } from './use-palette-key.ts';
import { NotFound } from './NotFound.tsx';
import { rememberEnvironment } from './last-environment.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
const icon = { 'aria-hidden': true, size: 20, strokeWidth: 1.75 } as const;

/** What every page of an environment is in, and the way to sign in again. */
export function AppShell() {
    const environment = useEnvironment();
    const { environments } = useSession();
    const exists = environments.some(({ name }) => name === environment);
    const wasThere = useWasThere(environment, exists);
    useLiveUpdates(exists);
    useFocusOfPages('content');
    const [open, setOpen] = useState<Open>();
    const search = useCallback(() => setOpen('search'), []);
    const help = useCallback(() => setOpen('keys'), []);
    usePaletteKey(search);
    useKeys({ onHelp: help, onSearch: search });
    useEffect(() => {
        if (exists) rememberEnvironment(environment);
    }, [environment, exists]);
    // Of another member's page nothing is shown; its forms stay as they are.
    const isHidden = useSessionState() === 'other';
    if (!exists && !wasThere) return <NotFound />;
    return (
        <div
            className={`flex min-h-dvh flex-col md:flex-row ${isHidden ? '[&>:not(dialog)]:invisible [&>:not(dialog)_dialog]:invisible' : ''}`}
        >
            <a href="#content" className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-surface focus:p-3">
                Skip to the content
            </a>
            <SideBar onSearch={search} onHelp={help} />
            <main id="content" tabIndex={-1} className="min-w-0 flex-1 pb-20 outline-none md:pb-0">
                <Unreachable />
                {!exists && <EnvironmentGone />}
                {/* What a page offers to undo is of its environment. */}
                <Outlet key={environment} />
            </main>
            <UndoToasts />
            <Overlays open={open} onOpen={setOpen} />
        </div>
    );
}

/** Whether the environment was there once the page was open: it may be deleted meanwhile. */
function useWasThere(environment: string, exists: boolean): boolean {
    const [known, setKnown] = useState<string>();
    if (exists && known !== environment) setKnown(environment);
    return known === environment;
}

function SideBar({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }) {
    const isProduction = useIsProduction();
    return (
        <header
            className={`sticky top-0 z-10 flex shrink-0 flex-col gap-4 border-hairline bg-surface p-3 md:h-dvh md:w-60 md:border-r ${isProduction ? 'border-t-4 border-t-text' : 'border-t-4 border-t-transparent'}`}
        >
            <div className="flex gap-2 md:flex-col">
                <EnvironmentSwitch />
                <button
                    type="button"
                    onClick={onSearch}
                    className="flex min-h-11 shrink-0 items-center gap-3 rounded-control border border-control bg-surface px-3 text-text-2 hover:bg-sunken md:min-h-9"
                >
                    <Search aria-hidden size={20} strokeWidth={1.75} />
                    <span className="max-md:sr-only">Search</span>
                    <kbd className="ms-auto text-small max-md:hidden">{isApple ? '⌘' : 'Ctrl '}K</kbd>
                </button>
            </div>
            <nav
                aria-label="Main"
                className="fixed inset-x-0 bottom-0 flex justify-between overflow-x-auto border-t border-hairline bg-surface p-1 md:static md:flex-col md:justify-start md:gap-1 md:border-0 md:p-0"
            >
                <NavLink to="/$environment" icon={<House {...icon} />} exact>
                    Home
                </NavLink>
                <NavLink to="/$environment/connections" icon={<Link2 {...icon} />}>
                    Connections
                </NavLink>
                <NavLink to="/$environment/integrations" icon={<Blocks {...icon} />}>
                    Integrations
                </NavLink>
                <NavLink to="/$environment/syncs" icon={<RefreshCw {...icon} />}>
                    Syncs
                </NavLink>
                <NavLink to="/$environment/runs" icon={<History {...icon} />}>
                    Runs
                </NavLink>
                <NavLink to="/$environment/logs" icon={<ScrollText {...icon} />}>
                    Logs
                </NavLink>
                <NavLink to="/$environment/status" icon={<Activity {...icon} />}>
                    Status
                </NavLink>
                <NavLink to="/$environment/settings" icon={<Settings {...icon} />}>
                    Settings
                </NavLink>
            </nav>
            <button
                type="button"
                onClick={onHelp}
                className="mt-auto flex min-h-9 items-center gap-3 rounded-control px-3 text-small text-text-2 hover:bg-sunken max-md:hidden"
            >
                <Keyboard {...icon} />
                Keyboard shortcuts
            </button>
            <Account />
        </header>
    );
}

function NavLink({
    to,
    icon: glyph,
    exact = false,
    children
}: {
    to:
        | '/$environment'
        | '/$environment/connections'
        | '/$environment/integrations'
        | '/$environment/syncs'
        | '/$environment/runs'
        | '/$environment/logs'
        | '/$environment/status'
        | '/$environment/settings';
    icon: ReactNode;
    exact?: boolean;
    children: string;
}) {
    const environment = useEnvironment();
    return (
        <Link
            to={to}
            params={{ environment }}
            activeOptions={{ exact, includeSearch: false }}
            className="flex min-h-11 flex-col items-center justify-center gap-0.5 rounded-control px-1 text-micro font-semibold text-text-2 no-underline hover:bg-sunken md:min-h-9 md:px-3 md:flex-row md:justify-start md:gap-3 md:text-body aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text"
        >
            {glyph}
            {children}
        </Link>
    );
}

function EnvironmentSwitch() {
    const environment = useEnvironment();
    const { environments } = useSession();
    const navigate = useNavigate();
    return (
        <select
            aria-label="Environment"
            value={environment}
            onChange={(event) => void navigate({ to: '/$environment', params: { environment: event.target.value } })}
            className="min-h-11 w-full rounded-control border border-control bg-surface px-3 font-semibold md:min-h-9"
        >
            {!environments.some(({ name }) => name === environment) && (
                <option value={environment} disabled>
                    {environmentName(environment)} (deleted)
                </option>
            )}
            {environments.map(({ name }) => (
                <option key={name} value={name}>
                    {environmentName(name)}
                </option>
            ))}
        </select>
    );
}

function Account() {
    const environment = useEnvironment();
    const { member } = useSession();
    return (
        <Link
            to="/$environment/settings/account"
            params={{ environment }}
            className="-mt-3 hidden rounded-control px-3 py-2 text-small text-text-2 no-underline hover:bg-sunken md:block"
        >
            <span className="block truncate font-semibold text-text">{member.name}</span>
            <span className="block truncate">{member.email}</span>
        </Link>
    );
}
