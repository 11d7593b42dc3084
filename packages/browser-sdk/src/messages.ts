/**
 * What the host page shows before the Connect UI can speak: that it did not load, try again, close.
 * Drafts, but for English.
 */
const messages: Record<string, string> = {
    en: 'This did not load.|Try again|Close',
    es: 'No se ha cargado.|Reintentar|Cerrar',
    fr: 'Le chargement a échoué.|Réessayer|Fermer',
    de: 'Das wurde nicht geladen.|Erneut versuchen|Schließen',
    it: 'Caricamento non riuscito.|Riprova|Chiudi',
    pt: 'Não foi possível carregar.|Tentar novamente|Fechar',
    nl: 'Laden is niet gelukt.|Opnieuw proberen|Sluiten',
    ja: '読み込めませんでした。|もう一度試す|閉じる',
    zh: '无法加载。|重试|关闭',
    ko: '불러오지 못했습니다.|다시 시도|닫기',
    ar: 'تعذّر التحميل.|إعادة المحاولة|إغلاق',
    he: 'הטעינה נכשלה.|ניסיון חוזר|סגירה'
};

/** For screen readers alone, and for a moment: not worth its bytes in every language. */
export const title = 'Connect an app';

/** @param wanted BCP 47, the first one wanted most; @returns the language, and its messages */
export function messagesIn(wanted: string[]): [lang: string, failure: string, retry: string, close: string] {
    const lang = wanted.map((tag) => tag.slice(0, 2)).find((tag) => messages[tag]) ?? 'en';
    // Each language has these three.
    return `${lang}|${messages[lang]}`.split('|') as [string, string, string, string];
}
