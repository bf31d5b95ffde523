import en from './en/rules.json' with {type: 'json'}
import {createTexts} from './texts'

export const rulesTexts = createTexts({en})
