/** What a sentence can state that somebody would search for. */
export const KINDS = ["figure", "change", "decision", "forecast", "cause", "comparison", "view", "risk"] as const;
export type Kind = (typeof KINDS)[number];

export const WEIGHTS: Record<Kind, number> = {
  figure: 1,
  change: 0.8,
  decision: 0.8,
  forecast: 0.7,
  cause: 0.7,
  comparison: 0.5,
  view: 0.6,
  risk: 0.6,
};

export const PATTERNS: Record<Kind, RegExp> = {
  figure: /\d|\b(?:half|one-third|two-thirds|doubled?|tripled|percent|billion|million)\b/i,
  change:
    /\b(?:rose|rise[sn]?|rising|fell|fall(?:s|en|ing)?|increas\w+|decreas\w+|declin\w+|grew|grow(?:s|n|th|ing)?|slow(?:ed|s|ing|er)|eas(?:ed|es|ing)|moderat\w+|weak\w*|strength\w*|strong\w*|widen\w*|narrow\w*|expan\w+|contract(?:ed|ion|ing)|accelerat\w+|decelerat\w+|climb\w*|drop\w*|edged|tick\w*|jump\w*|surg\w+|plung\w+|improv\w+|deteriorat\w+|recover\w*|rebound\w*|pick(?:ed|ing) up|remain\w*|stabili[sz]\w+|reduc\w+|raised?|lower(?:ed|ing)?|higher|soften\w*|cool(?:ed|ing)|tighten\w*|loosen\w*|revers(?:ed|al)|unchanged|steady|appreciat\w+|depreciat\w+|volatil\w+|shift\w*|changed)\b/i,
  decision:
    /\b(?:decid\w+|decision|voted?|approv\w+|adopt\w*|agreed|announc\w+|authori[sz]\w+|direct(?:ed|s)|resolv\w+|declar\w+|enter(?:ed)? into|appointed|elected|resign\w*|acqui\w+|issued|terminat\w+|launched|maintain\w*|support(?:ed|s)|preferred|committed|sold|repurchas\w+|complet\w+)\b/i,
  forecast:
    /\b(?:expect\w*|forecast\w*|project(?:ed|s|ion|ions)|anticipat\w+|outlook|likely|will|would|foresee\w*|predict\w*|guidance|estimate[sd]?|intend\w*|plans?)\b/i,
  cause:
    /\b(?:because|due to|owing to|reflect\w*|driven by|as a result|result(?:ed|ing|s) (?:in|from)|attribut\w+|led to|caused?|thanks to|on account of|contribut\w+|in response to|stemm\w+|boost\w*|support(?:ed|ing) by|amid|depends? on|affect\w*|influenc\w+|offset\w*|show(?:ed|s|n)? (?:that|to)|found (?:that|to)|indicat\w+|suggest\w*|demonstrat\w+)\b/i,
  comparison:
    /\b(?:than|compared|relative to|versus|from \$?\d|above|below|exceed\w*|outpac\w+|whereas|similar to|as (?:large|high|low|many|much) as)\b/i,
  view: /\b(?:participants?|members?|staff|board|committee|council|respondents|contacts|directors?|governors?|i|we)\b.{0,60}\b(?:noted|judged?|observed|remarked|commented|view(?:ed)?|saw|see|agreed|considered?|emphasi[sz]ed?|stressed|argued?|suggested|thought|believed?|recalled|mentioned|cited|pointed|highlighted|think|expect)\b/i,
  risk: /\b(?:risks?|uncertain\w*|downside|upside|vulnerab\w+|threat\w*|concern\w*|could (?:adversely|harm|reduce|lead|result|affect)|may (?:adversely|harm|not be able)|adverse\w*|exposed?)\b/i,
};

/** Text that stands in every document of its kind, and talk about the document itself. */
export const BOILERPLATE =
  /forward-looking statement|safe harbor|private securities litigation|(?:undertakes?|assumes?|disclaims?) (?:no|any) (?:obligation|duty)|all rights reserved|copyright|\b(?:hereby|hereof|hereto|herein|hereunder|thereof|thereto|thereunder|witnesseth)\b|pursuant to the requirements|incorporated (?:herein )?by reference|for (?:more|further|additional|media) (?:information|inquiries|details)|press (?:contact|office)|investor relations|^see (?:also )?\b|working paper|ssrn|\bjournal of\b|university press|available at|ibid\b|\bvol\. \d|addendum to these|selected bank|provisions of paragraph|prepared this publication|this report was prepared at|comments received from|selections? indicated|prohibits discrimination|i am grateful to|views are my own|as my speech|just and equitable|arithmetic averages of|is gathered from official|^note that\b|please (?:see|refer|contact|visit|email|call)|(?:filed|furnished|attached)(?: \w+)? as exhibit|the (?:following|accompanying) (?:table|discussion|chart|graph|notes)|(?:table|chart|figure|graph) (?:below|above)|conference call|webcast|www\.|https?:|should be read in conjunction|good (?:afternoon|morning)|thank (?:you|s)\b|happy to take|look forward to your questions|next meeting (?:of|would|will)|adjourned|notation vote|embargo|telephone|^notes?:|^sources?:|unless the context|refers? to (?:the )?(?:company|note|item)|meaning (?:assigned|set forth|specified)|has the meaning|shall (?:mean|be|have|not|constitute|include|apply|survive|deliver|pay|provide)|i certify|certif(?:y|ies) that|this report does not contain|(?:my|your) (?:first |second |next |other )?question|for purposes of this|indicate by check mark|ratified the desk|(?:charts?|figures?|tables?|panels?) \d+\.?\d* (?:shows?|plots?|presents?|displays?)|unanimous vote, the committee (?:selected|ratified)|reviewed the manner in which|provided (?:a )?(?:detailed )?(?:reports?|briefings?) on|manager (?:turned|reported|next|first)|deputy manager/i;

/** Sentences that name a subject without saying anything of it. */
export const SAYS_NOTHING =
  /\bas (?:i|we) (?:discuss|mention|said|note)|\bas discussed\b|\b(?:discussed|described|noted|mentioned|defined|referred to) (?:above|below|earlier|in (?:note|item|part))|\btoday (?:reported|announced) (?:its )?(?:\w+ )?(?:financial )?results\b|\bperiod above\b|\b(?:discuss(?:ed|ion of)|are|is|was|were) (?:also )?(?:discussed|shown|set out|set forth|presented|included|summari[sz]ed|provided|available|described|listed|as follows|reviewed|reported) (?:in|on|below|at|under|within|above)\b|\bmembers (?:then )?(?:began|turned|commenced)|\bparticipants (?:also )?discussed\b|\bthe (?:committee|board) (?:then )?(?:turned|discussed|reviewed)|^(?:let me|i will (?:now )?(?:turn|discuss|talk|focus)|i would like to|i want to|i'd like|we(?:'ll| will) (?:now )?turn)\b|\bwill take into account a wide range\b|\b(?:critical audit matter|basis of presentation|use of estimates|recently (?:issued|adopted) accounting)\b|\bcommon stock,? (?:par value|\$)|\bname of each exchange\b|\bi(?:'m| am) (?:going to|not going to|sorry)\b|\bsecretary (?:then )?of the\b/i;

/** Speech that was not written: it starts again, addresses somebody, or fills a pause. */
export const SPOKEN =
  /\w['’](?:m|re|ll|ve|d)\b|\b(?:it|that|there|what|let|he|she|who)['’]s\b|n['’]t\b|\b(?:you know|i mean|kind of|sort of|a lot of|you(?:'|’)(?:ll|ve|re|d)|what you|to you|as i said|like i said|if you|that(?:'|’)s (?:what|why|how|the)|your)\b|\b(\w+(?:['’]\w+)? \w*)—\1|—(?:we|i|it|they|that|and|you)\b|^(?:so|yeah|yes|no|well|look|okay|right),? /i;

/** The language of contracts. Two such words, and a sentence is a clause of one. */
export const LEGAL =
  /\b(?:lenders?|borrowers?|underwriters?|trustees?|indemnif\w+|notwithstanding|shall|such (?:lender|agent|person|party|notes?|holder|date|amount|other)|the (?:agent|issuer|indenture|registrar|purchasers?|administrative agent|depositary|holders?|securities act|exchange act|closing date|underwriters?|participant)|pursuant|provided,? (?:however|that)|except as|subject to|(?:deemed|thereafter|therein|thereby|whereby|therefor)|section \d+|article [ivx]+|clause \(|prospectus|representative[s]? of|covenants?|agreement)\b/gi;
