import {keepsTheContract} from '../api/keeps-the-contract'
import {openOne} from './open'

keepsTheContract('on this device', () => openOne())
