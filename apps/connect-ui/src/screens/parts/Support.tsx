import { useT } from '../../i18n/later-texts.ts';

/** Whom to send the code of a failed try to. @param code such as `C-7F3K2` */
export function Support({ code }: { code: string }) {
    const t = useT();
    return (
        <p className="help">
            {t('failed.support')} <code dir="ltr">{code}</code>
        </p>
    );
}
