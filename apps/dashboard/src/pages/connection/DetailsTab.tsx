import { CopyId } from '../../parts/Copy.tsx';
import { Detail, Details } from '../../parts/Details.tsx';
import { Card } from '../../parts/Page.tsx';
import { Time } from '../../parts/Time.tsx';
import { useConnection } from './connection.ts';
import { MetadataCard, TagsCard } from './EditFields.tsx';

/** Ids, times, the access that it has, and what the backend keeps with it. */
export function DetailsTab() {
    const { data } = useConnection();
    if (!data) return null;
    const { auth, end_user: person } = data;
    return (
        <>
            <Card title="Details">
                <div className="p-4">
                    <Details>
                        <Detail name="Connection id">
                            <CopyId id={data.connection_id} name="Connection id" />
                        </Detail>
                        <Detail name="End user">{person ? <CopyId id={person.id} name="End user id" /> : 'None was given.'}</Detail>
                        {person && person.email !== null && <Detail name="E-mail">{person.email}</Detail>}
                        <Detail name="Made">
                            <Time at={data.created_at} />
                        </Detail>
                        <Detail name="Credentials last read">
                            <Time at={data.last_fetched_at} />
                        </Detail>
                    </Details>
                </div>
            </Card>
            <Card title="Credentials">
                <div className="flex flex-col gap-3 p-4">
                    <p className="text-text-2">They are never shown here. This is what is known about them.</p>
                    <Details>
                        <Detail name="Given or renewed">
                            <Time at={auth.refreshed_at} />
                        </Detail>
                        <Detail name="Last accepted">
                            <Time at={data.verified_at} none="not checked" />
                        </Detail>
                        <Detail name="Access ends">
                            <Time at={auth.grant_ends_at} none="not by itself" />
                        </Detail>
                        <Detail name="Permissions">{scopesText(auth.granted_scopes)}</Detail>
                        {auth.missing_scopes.length > 0 && <Detail name="Not given">{scopesText(auth.missing_scopes)}</Detail>}
                    </Details>
                </div>
            </Card>
            <MetadataCard />
            <TagsCard />
        </>
    );
}

function scopesText(scopes: readonly string[] | null) {
    if (scopes === null) return 'The provider does not tell.';
    if (scopes.length === 0) return 'none';
    return (
        <span className="flex flex-wrap gap-x-3">
            {scopes.map((scope) => (
                <code key={scope} className="[overflow-wrap:anywhere]">
                    {scope}
                </code>
            ))}
        </span>
    );
}
