import en from './en/rules.json'
import {createTexts} from './texts'

export const rulesTexts = createTexts({en})
