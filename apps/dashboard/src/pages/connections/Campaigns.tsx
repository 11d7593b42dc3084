import type { listLinkActivity as activityContract } from '@patchbay/contracts';
import { listLinkActivity, type SuccessOut } from '@patchbay/contracts/dashboard';
import { useMay } from '../../api/session.ts';
import { useEnvironment, useRead } from '../../api/use-api.ts';
import { useAppOf } from '../../parts/App.tsx';
import { Card } from '../../parts/Page.tsx';

type Campaign = SuccessOut<typeof activityContract>['data']['campaigns'][number];

const mostShown = 5;
const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** How far those have come who were sent links to reconnect. */
export function Campaigns() {
    const environment = useEnvironment();
    const { may } = useMay('environment:connect_sessions:write');
    const { data } = useRead(listLinkActivity, { query: { environment } }, { refetchInterval: 15_000, enabled: may });
    const running = data?.data.campaigns.filter(({ sent, connected }) => connected < sent).slice(0, mostShown) ?? [];
    if (running.length === 0) return null;
    return (
        <Card title="Links to reconnect that were made">
            <ul>
                {running.map((campaign) => (
                    <CampaignRow key={`${campaign.integration_id} ${campaign.day}`} campaign={campaign} />
                ))}
            </ul>
        </Card>
    );
}

function CampaignRow({
    campaign: { integration_id: integration, day, sent, by_webhook: byWebhook, opened, connected }
}: {
    campaign: Campaign;
}) {
    const appOf = useAppOf();
    const text = `${connected.toLocaleString()} of ${sent.toLocaleString()} work again, ${opened.toLocaleString()} opened${byWebhook === 0 ? '' : `, ${byWebhook.toLocaleString()} sent by webhook`}`;
    const share = (count: number) => `${(100 * count) / sent}%`;
    return (
        <li className="flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-hairline px-4 py-2 first:border-0">
            <span className="min-w-48 flex-1">
                <span className="font-semibold [overflow-wrap:anywhere]">{appOf(integration).name}</span>{' '}
                <span className="text-text-2">made on {dayFormat.format(new Date(`${day}T00:00:00Z`))}</span>
            </span>
            <span className="text-text-2">{text}</span>
            <span aria-hidden className="relative h-2 w-40 overflow-hidden rounded-full border border-control bg-sunken">
                <span className="absolute inset-y-0 left-0 bg-control" style={{ width: share(opened) }} />
                <span className="absolute inset-y-0 left-0 bg-accent" style={{ width: share(connected) }} />
            </span>
        </li>
    );
}
