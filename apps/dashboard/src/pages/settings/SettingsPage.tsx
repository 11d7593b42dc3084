import { Link, Outlet } from '@tanstack/react-router';
import { useEnvironment } from '../../api/use-api.ts';
import { Page } from '../../parts/Page.tsx';

const tabs = [
    { to: '/$environment/settings/keys', name: 'Keys' },
    { to: '/$environment/settings/connect-ui', name: 'Connect UI' },
    { to: '/$environment/settings/webhooks', name: 'Webhooks' },
    { to: '/$environment/settings/alerts', name: 'Alerts' },
    { to: '/$environment/settings/team', name: 'Team' },
    { to: '/$environment/settings/audit', name: 'Audit' },
    { to: '/$environment/settings/account', name: 'Your account' }
] as const;

export function SettingsPage() {
    const environment = useEnvironment();
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
            <Outlet />
        </Page>
    );
}
