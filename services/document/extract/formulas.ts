/** Text that stands in every document of its kind, and talk about the document itself. */
export const BOILERPLATE =
  /forward-looking statement|safe harbor|private securities litigation|(?:undertakes?|assumes?|disclaims?) (?:no|any) (?:obligation|duty)|all rights reserved|copyright|\b(?:hereby|hereof|hereto|herein|hereunder|thereof|thereto|thereunder|witnesseth)\b|pursuant to the requirements|incorporated (?:herein )?by reference|for (?:more|further|additional|media) (?:information|inquiries|details)|press (?:contact|office)|investor relations|^see (?:also )?\b|working paper|ssrn|\bjournal of\b|university press|available at|ibid\b|\bvol\. \d|addendum to these|selected bank|provisions of paragraph|prepared this publication|this report was prepared at|comments received from|selections? indicated|prohibits discrimination|i am grateful to|views are my own|as my speech|just and equitable|arithmetic averages of|is gathered from official|^note that\b|please (?:see|refer|contact|visit|email|call)|(?:filed|furnished|attached)(?: \w+)? as exhibit|the (?:following|accompanying) (?:table|discussion|chart|graph|notes)|(?:table|chart|figure|graph) (?:below|above)|conference call|webcast|www\.|https?:|should be read in conjunction|good (?:afternoon|morning)|\b\d{1,2}:\d\d (?:a|p)\.?m\b|\blive (?:question|webcast|call|presentation)|thank (?:you|s)\b|happy to take|look forward to your questions|next meeting (?:of|would|will)|adjourned|notation vote|embargo|(?:by|toll-free) telephone|telephone (?:number|interview)|^notes?:|^sources?:|unless the context|refers? to (?:the )?(?:company|note|item)|meaning (?:assigned|set forth|specified)|has the meaning|shall (?:mean|be|have|not|constitute|include|apply|survive|deliver|pay|provide)|i certify|certif(?:y|ies) that|this report does not contain|(?:my|your) (?:first |second |next |other )?question|for purposes of this|indicate by check mark|ratified the desk|(?:charts?|figures?|tables?|panels?) \d+\.?\d* (?:shows?|plots?|presents?|displays?)|unanimous vote, the committee (?:selected|ratified)|reviewed the manner in which|provided (?:a )?(?:detailed )?(?:reports?|briefings?) on|manager (?:turned|reported|next|first)|deputy manager/i;

/** Sentences that name a subject without saying anything of it. */
export const SAYS_NOTHING =
  /\bas (?:i|we) (?:discuss|mention|said|note)|\bas discussed\b|\b(?:discussed|described|noted|mentioned|defined|referred to) (?:above|below|earlier|in (?:note|item|part))|\btoday (?:reported|announced) (?:its )?(?:\w+ )?(?:financial )?results\b|\bperiod above\b|\b(?:discuss(?:ed|ion of)|are|is|was|were) (?:also )?(?:discussed|shown|set out|set forth|presented|included|summari[sz]ed|provided|available|described|listed|as follows|reviewed|reported) (?:in|on|below|at|under|within|above)\b|\bmembers (?:then )?(?:began|turned|commenced)|\bparticipants (?:also )?discussed\b|\bthe (?:committee|board) (?:then )?(?:turned|discussed|reviewed)|^(?:let me|i will (?:now )?(?:turn|discuss|talk|focus)|i would like to|i want to|i'd like|we(?:'ll| will) (?:now )?turn)\b|\bwill take into account a wide range\b|\b(?:critical audit matter|basis of presentation|use of estimates|recently (?:issued|adopted) accounting)\b|\bcommon stock,? (?:par value|\$)|\bname of each exchange\b|\bi(?:'m| am) (?:going to|not going to|sorry)\b|\bsecretary (?:then )?of the\b|\b(?:in|during) (?:my|this|these|today[’']s) (?:remarks|speech|talk|presentation|lecture)\b|\bhost an? (?:event|call|presentation|meeting)\b|\bon (?:slide|page) \d|\b(?:can|may) be found (?:in|on|at)\b|\bare (?:displayed|depicted|plotted|indicated) (?:on|in|by)\b|\bthe remainder of (?:this|the) (?:speech|section|report|note)\b/i;

/** Speech that was not written: it starts again, addresses somebody, or fills a pause. */
export const SPOKEN =
  /\b(?:you know|i mean|i guess|kind of|sort of|a lot of|you(?:'|’)(?:ll|ve|re|d)|what you|to you|as i said|like i said|if you|your|things like that|let['’]s|there you|on that)\b|\b(?:that|this)['’]s (?:what|why|how|the|a|not|really|just)\b|\b(\w+(?:['’]\w+)? \w*)—\1|—(?:we|i|it|they|that|and|you)\b|^(?:so|yeah|yes|no|well|look|okay|right|now|and again|again),? /i;

/** "It's", "don't": written as it is spoken. */
export const CONTRACTED = /\w['’](?:m|re|ll|ve|d)\b|\b(?:it|that|there|what|he|she|who)['’]s\b|n['’]t\b/i;

/** The language of contracts. Two such words, and a sentence is a clause of one. */
export const LEGAL =
  /\b(?:lenders?|borrowers?|underwriters?|trustees?|indemnif\w+|notwithstanding|shall|such (?:lender|agent|person|party|notes?|holder|date|amount|other)|the (?:agent|issuer|indenture|registrar|purchasers?|administrative agent|depositary|holders?|securities act|exchange act|closing date|underwriters?|participant|plan|grantee|optionee|committee reserves|eligible employee)|pursuant|provided,? (?:however|that)|except as|subject to|(?:deemed|thereafter|therein|thereby|whereby|therefor)|section \d+|rules? \d+[a-z]-\d+|article [ivx]+|clause \(|prospectus|representative[s]? of|covenants?|agreement|restrict(?:s|ed)? the ability|events? of default|sale and leaseback|liens?)\b/gi;

/** What somebody has done in life. */
export const BIOGRAPHY =
  /\b(?:\d+|many|several) years of (?:\w+ ){0,4}experience\b|\b(?:Mr|Mrs|Ms|Dr|Prof)\. \p{Lu}[\p{L}’'-]+ (?:joined|has (?:served|been|over|more|nearly|held|extensive)|served|serves|holds?|held|is (?:an?|the|currently|also|responsible)|was (?:an?|the|previously|formerly|named|promoted)|began|received|earned|brings|previously|worked)\b|\b(?:holds|received|earned) an? (?:\w+[’']?s? )?(?:degree|doctorate|Ph\.?D|M\.?B\.?A|B\.?[AS])\b/u;

/** How a company books something: the same in every filing. */
export const ACCOUNTING =
  /\b(?:is|are|be) (?:(?:initially|generally|subsequently|also|typically|primarily|only|not|then|first|usually) )?(?:recorded|recogni[sz]ed|measured|classified|stated|carried|amorti[sz]ed|depreciated|capitali[sz]ed|accounted for|expensed|translated|valued|tested|calculated|computed|determined|presented|reflected|reclassified|remeasured|accrued|included|excluded|allocated|grouped|designated|defined|adjusted|based|made available|considered|released|used) (?:as|at|in|on|when|using|over|for|under|by|to|within|if|net|upon|from|with|until|through|separately|together|solely)\b|\b(?:non-gaap|reporting units?|critical estimate|judgments? (?:is|are) required|must exercise judgment|(?:uses?|used|applies|use of) (?:is |are )?(?:\w+ ){0,3}(?:method|model|approach|guidance|assumptions?|rates?)|accounting (?:standard|guidance|polic\w+|principle)s?|ASU|ASC|FASB|GAAP|internal controls?|disclosure controls|fair value hierarchy|level [123] (?:inputs?|assets?)|consists? of|risk-free rate)\b/i;

/** How a statistic is made. */
export const METHOD =
  /\b(?:is|are|be) (?:(?:also|only|not|then|first|usually|each) )?(?:calculated|computed|classified|defined|collected|compiled|constructed|weighted|rounded|benchmarked|seasonally adjusted|measured|published|issued|based|released|excluded|expressed) (?:as|at|in|on|when|using|over|for|under|by|within|if|upon|with|until|first|monthly|quarterly|annually|only|each|through|separately)\b|\b(?:is|are) (?:subject to (?:\w+ )?revisions?|a measure of|an? (?:index|indicator|estimate) (?:of|that|which)|available (?:only|on|at|with))\b|\b(?:methodolog\w+|sample(?:s|d)? (?:size|of|from)|price quotes|questionnaires?|unless otherwise (?:specified|noted|indicated|stated)|refer(?:s|red)? to (?:as|metric|the period)|replicat\w+|numeric signature|basket of goods|weights? (?:for|in|of) the)\b/i;

/** Of these a figure tells how a number was made. */
export const PRECISION =
  /\b(?:standard error|sampling error|confidence (?:level|interval)|methodolog\w+|statistically (?:in)?significant)\b/i;

/** A figure or a period makes a statement of what would else be a method. */
export const QUANTITY =
  /[$€£¥]\s?\d|\d\s?(?:%|percent|per cent|percentage points?|basis points?|(?:thousand|million|billion|trillion)\b|bushels|tonnes?|barrels|b\/d)/i;

/** "could have a material adverse effect on our business": what every company says of every danger. */
export const ANY_RISK =
  /\b(?:could|may|might|can|would)\b.{0,120}\b(?:advers\w+|harm(?:ed)?|negative(?:ly)?|material(?:ly)?|damage|impair|disrupt|unable|fail|suffer|liabilit\w+|costs?|impact(?:ed)?)\b|\bno assurances?\b|\bcannot (?:assure|guarantee|predict)\b/i;
