import { sentenceIn } from './bidi.ts';
import type { FieldNotice } from './field-rules.ts';
import type { Banner, FatalCode } from './flow-state.ts';
import type { Texts } from './texts.en.ts';

const sentence = sentenceIn('rtl');

const the = (app: string | null) => app ?? 'هذا التطبيق';

const home = (app: string | null) => app ?? 'التطبيق الذي أتيت منه';

const results = new Intl.PluralRules('ar');
const both = new Intl.ListFormat('ar', { type: 'conjunction' });
const count = new Intl.NumberFormat('ar');

function resultCount(found: number): string {
    const kind = results.select(found);
    if (kind === 'zero') return 'لا توجد نتائج';
    if (kind === 'one') return 'نتيجة واحدة';
    if (kind === 'two') return 'نتيجتان';
    return `${count.format(found)} ${kind === 'few' ? 'نتائج' : 'نتيجة'}`;
}

const banner: Record<Banner, (provider: string) => string> = {
    credentials_rejected: (provider) => sentence`لم يقبل ${provider} هذه البيانات. تأكد من نسخها كاملة ومن أنها ما زالت مفعّلة.`,
    validation: (provider) => sentence`يحتاج ${provider} إلى قيمة أخرى هنا. راجع الحقول المعلَّمة.`,
    unreachable: () => 'تعذّر الوصول إلى الخادم. تحقق من اتصالك ثم أعد المحاولة؛ ما كتبته ما زال هنا.',
    unexpected: () => 'حدث خطأ من جانبنا. أعد المحاولة؛ ما كتبته ما زال هنا.'
};

const failed: Texts['failed'] = {
    validation: ({ provider }) => sentence`لم يستطع ${provider} استخدام ما أُرسل. راجع بياناتك ثم أعد المحاولة.`,
    credentials_rejected: ({ provider }) =>
        sentence`لم يقبل ${provider} تسجيل الدخول هذا. أعد المحاولة أو اسأل من يدير ${provider} في شركتك.`,
    consent_denied: ({ provider, app }) => sentence`لم تمنح ${the(app)} الإذن في ${provider}. لم يُربط أي حساب.`,
    missing_permissions: ({ provider }) => sentence`استجاب ${provider} لكن بعض الأذونات المطلوبة ناقصة. أعد الربط واترك كل الخانات محددة.`,
    provider_error: ({ provider, providerText }) =>
        providerText === null
            ? sentence`أنهى ${provider} تسجيل الدخول دون ذكر السبب.`
            : sentence`أنهى ${provider} تسجيل الدخول برسالة: «${providerText}»`,
    provider_down: ({ provider }) => sentence`لا يستجيب ${provider} الآن، ولم يُحفظ شيء. أعد المحاولة بعد بضع دقائق.`,
    state_mismatch: () => 'بدأ تسجيل الدخول هذا في مكان آخر أو استُخدم من قبل. ابدأه من جديد هنا.',
    browser_mismatch: () => 'انتهى تسجيل الدخول في متصفح غير الذي بدأ فيه. ابدأه من جديد هنا.',
    timeout: () => 'طال تسجيل الدخول فتوقفنا عن الانتظار. ابدأ من جديد متى شئت.',
    cancelled: () => 'توقف تسجيل الدخول قبل أن يكتمل. لم يُربط أي حساب.',
    duplicate: ({ provider }) => sentence`حساب ${provider} هذا مربوط بالفعل.`,
    connection_limit: ({ provider, app }) =>
        sentence`لا يمكن إضافة روابط ${provider} أخرى إلى ${the(app)}. اطلب ممن تتعامل معه هناك إفساح مكان.`,
    integration_misconfigured: ({ provider, app, ref }) =>
        sentence`يجب إصلاح إعداد ${provider} في ${the(app)} قبل أن تتمكن من الربط. أرسل هذا الرمز إلى القائمين عليه: ${ref}`,
    unexpected: () => 'حدث خطأ من جانبنا ولم يُحفظ شيء. أعد المحاولة بعد لحظات.'
};

const fatal: Record<FatalCode, (app: string | null) => { title: string; text: string }> = {
    no_token: () => ({
        title: 'افتح هذه الصفحة من تطبيقك',
        text: 'تعمل هذه الصفحة داخل التطبيق الذي تريد ربطه فقط. ارجع إليه وابدأ من جديد.'
    }),
    session_invalid: (app) => ({ title: 'لم يعد هذا الرابط صالحًا', text: sentence`ارجع إلى ${home(app)} واطلب رابطًا جديدًا.` }),
    session_expired: (app) => ({
        title: 'انتهت مهلة هذه الصفحة',
        text: sentence`توقفنا هنا حفاظًا على حسابك. ارجع إلى ${home(app)} وافتحها من جديد.`
    }),
    origin_not_allowed: (app) => ({
        title: 'لا يمكن عرض هذه الصفحة هنا',
        text: sentence`الصفحة المحيطة بها ليست ضمن الأماكن المسموح بها. أبلغ القائمين على ${home(app)}.`
    }),
    version: (app) => ({
        title: 'أعد التحميل للمتابعة',
        text: sentence`هذه الصفحة و${the(app)} من إصدارين مختلفين. أعد تحميل الصفحة كلها وافتحها من جديد.`
    }),
    unreachable: () => ({ title: 'تعذّر الوصول إلى الخادم', text: 'تحقق من اتصالك بالإنترنت ثم أعد المحاولة.' }),
    unexpected: () => ({ title: 'حدث خطأ ما', text: 'الخطأ منا لا منك. أغلق هذه النافذة وافتحها من جديد.' })
};

const notice: Record<FieldNotice, string> = {
    bearer: 'حذفنا كلمة «Bearer» من البداية.',
    quotes: 'حذفنا علامات الاقتباس.',
    unusual: 'تبدو هذه القيمة مختلفة عمّا توقعناه. يمكنك تجربتها مع ذلك.'
};

export const texts: Texts = {
    documentTitle: 'ربط تطبيق',
    loading: 'جارٍ التحميل…',
    close: 'إغلاق',
    back: 'رجوع',
    cancel: 'إلغاء',
    done: 'تم',
    tryAgain: 'إعادة المحاولة',
    connect: 'ربط',
    offline: 'أنت غير متصل بالإنترنت. سنتابع فور عودة الاتصال.',

    listTitle: 'اختر تطبيقًا لربطه',
    listIntro: (app) => sentence`سيتمكن ${the(app)} من استخدام بيانات التطبيق الذي تختاره.`,
    search: 'ابحث عن تطبيق',
    clearSearch: 'مسح البحث',
    noMatch: (query) => sentence`لا يوجد تطبيق يطابق «${query}».`,
    resultCount,
    emptyTitle: 'لا يوجد ما يمكن ربطه بعد',
    emptyText: (app) => sentence`لم يُتِح ${the(app)} أي تطبيقات هنا. إن كنت تتوقع أحدها فاسأل من تتعامل معه هناك.`,

    connectTitle: (provider) => sentence`ربط ${provider}`,
    reconnectTitle: (provider) => sentence`إعادة ربط ${provider}`,
    reconnectIntro: 'تبقى بياناتك وإعداداتك كما هي.',
    reconnectAccount: (account, since) => sentence`${account}، مربوط منذ ${since}`,
    signInIntro: (provider) => sentence`ستسجّل الدخول في ${provider} في نافذة جديدة. كلمة مرورك تبقى بينك وبين ${provider}.`,
    formIntro: (provider, app) =>
        sentence`يستخدم ${the(app)} هذه البيانات للعمل مع حسابك في ${provider}. نتحقق منها مع ${provider} قبل حفظها.`,
    openIntro: 'لا يلزم تسجيل الدخول: نقرة واحدة تكفي للربط.',
    accessTitle: (app) => sentence`يطلب ${the(app)} ما يلي`,
    continueTo: (provider) => sentence`المتابعة إلى ${provider}`,
    whereToFind: 'أين أجد هذا؟',
    opensNewWindow: '(يفتح نافذة جديدة)',

    optional: '(اختياري)',
    example: 'مثال:',
    show: (label) => sentence`إظهار ${label}`,
    shown: 'إخفاء',
    hidden: 'إظهار',
    between: (prefix, suffix) =>
        prefix !== null && suffix !== null
            ? `الجزء الواقع بين ${prefix} و ${suffix} فقط`
            : prefix !== null
              ? `الجزء الذي يلي ${prefix} فقط`
              : `الجزء الذي يسبق ${suffix} فقط`,
    pick: 'اختر…',
    required: (label) => sentence`${label}: هذا الحقل مطلوب.`,
    malformed: (example) =>
        example === null
            ? 'لا تبدو هذه القيمة صحيحة. تأكد من عدم نقص أي حرف أو زيادته.'
            : sentence`لا تبدو هذه القيمة صحيحة. الشكل المتوقع: ${example}`,
    refused: (provider) => sentence`لم يقبل ${provider} هذه القيمة.`,
    formProblems: (labels) => sentence`راجع ${both.format(labels)}.`,
    notice,
    banner,

    checking: (provider) => sentence`جارٍ التحقق مع ${provider}…`,
    checkingSlow: (provider) => sentence`يستغرق ${provider} وقتًا أطول من المعتاد. يمكنك مواصلة الانتظار.`,
    openingTitle: (provider) => sentence`جارٍ فتح ${provider}`,
    openingText: 'ستظهر نافذة جديدة بعد قليل.',
    waitingTitle: (provider) => sentence`سجّل الدخول في ${provider}`,
    waitingText: (provider) => sentence`أكمل تسجيل الدخول في نافذة ${provider}. ستتحدّث هذه الصفحة من تلقاء نفسها.`,
    blockedTitle: (provider) => sentence`افتح نافذة ${provider}`,
    blockedText: (provider) => sentence`منع متصفحك نافذة ${provider}. افتحها بهذا الزر.`,
    openWindow: 'فتح النافذة',
    maybeClosedTitle: (provider) => sentence`هل ما زالت نافذة ${provider} مفتوحة؟`,
    maybeClosedText: 'إن كنت ما زلت تسجّل الدخول فتابع، وستعرف هذه الصفحة عندما تنتهي. وإن أُغلقت النافذة فافتحها من جديد.',
    openWindowAgain: 'فتح النافذة من جديد',

    chooseTitle: 'اختر حسابًا',
    chooseText: (provider, app) => sentence`يصل تسجيل دخولك في ${provider} إلى أكثر من حساب. أيها يستخدمه ${the(app)}؟`,
    mismatchTitle: 'هذا حساب مختلف',
    mismatchText: (now, was) =>
        now !== null && was !== null
            ? sentence`سجّلت الدخول باسم ${now}، لكن هذا الربط يخص ${was}.`
            : 'سجّلت الدخول بحساب غير الذي يخصه هذا الربط.',
    mismatchKept: 'لم يتغير شيء حتى الآن.',
    useAnother: 'استخدام حساب آخر',
    switchAccount: 'التحويل إلى هذا الحساب',

    connectedTitle: (provider) => sentence`تم ربط ${provider}`,
    reconnectedTitle: (provider) => sentence`تمت إعادة ربط ${provider}`,
    connectedAs: (account) => sentence`سُجّل الدخول باسم ${account}.`,
    connectedText: (app) => sentence`يمكن لـ${the(app)} البدء في استخدامه الآن.`,
    reconnectedText: 'بقيت بياناتك وإعداداتك كما كانت.',

    failedTitle: (provider) => sentence`لم يُربط ${provider}`,
    failed,
    support: (app) => sentence`ما زالت المشكلة قائمة؟ أرسل هذا الرمز إلى القائمين على ${the(app)}:`,
    fatal,

    leaveTitle: 'هل تريد المغادرة دون ربط؟',
    leaveText: 'سيضيع ما كتبته أو بدأته هنا.',
    stay: 'البقاء',
    leave: 'مغادرة',
    closedTitle: 'يمكنك إغلاق هذه النافذة',
    closedText: { connected: 'تم ربط حسابك.', cancelled: 'لم يُربط أي حساب.', failed: 'لم يُربط أي حساب.' }
};
