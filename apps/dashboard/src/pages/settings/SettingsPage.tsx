import { Link, Outlet, useMatchRoute } from '@tanstack/react-router';
import { useEnvironment } from '../../api/use-api.ts';
import { Page } from '../../parts/Page.tsx';
import { TeamPage } from './team/TeamPage.tsx';

const tabs = [
    { to: '/$environment/settings/team', name: 'Team' },
    { to: '/$environment/settings/account', name: 'Your account' }
] as const;

export function SettingsPage() {
    const environment = useEnvironment();
    const isIndex = useMatchRoute()({ to: '/$environment/settings', params: { environment } }) !== false;
    return (
        <Page title="Settings">
            <nav aria-label="Settings" className="-mt-2 flex gap-1 overflow-x-auto border-b border-hairline">
                {tabs.map(({ to, name }) => (
                    <Link
                        key={to}
                        to={to}
                        params={{ environment }}
                        className="border-b-2 border-transparent px-3 py-2 font-semibold whitespace-nowrap text-text-2 no-underline hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text"
                    >
                        {name}
                    </Link>
                ))}
            </nav>
            {isIndex ? <TeamPage /> : <Outlet />}
        </Page>
    );
}
