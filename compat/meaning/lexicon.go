package meaning

// A group is what a head noun measures; a weak unit token counts only behind a head of its group.
type group uint32

const (
	hTime group = 1 << iota
	hLength
	hMass
	hTemperature
	hMoney
	hInformation
	hAngle
	hVolume
	hVoltage
	hCurrent
	hPower
	hEnergy
	hSpeed
	hAcceleration
	hLevel // sound, signal: decibels
	hRate  // data rates
	hYield // what finance counts in basis points
	hPressure
	hArea
	hTorque
	hRadiation
	hCapacitance
)

// heads are the nouns that say what a number measures.
var heads = map[string]group{
	"duration": hTime, "dur": hTime, "latency": hTime, "timeout": hTime, "elapsed": hTime, "age": hTime, "ttl": hTime, "interval": hTime, "delay": hTime, "wait": hTime,
	"period": hTime, "uptime": hTime, "rtt": hTime, "jitter": hTime, "lag": hTime, "pause": hTime, "retention": hTime, "downtime": hTime, "runtime": hTime,
	"time": hTime, "took": hTime, "playtime": hTime, "expiry": hTime, "cooldown": hTime, "lifetime": hTime, "lifespan": hTime, "backoff": hTime,
	"overhead": hTime, "dwell": hTime, "eta": hTime, "staleness": hTime, "delta": hTime, "lease": hTime, "grace": hTime, "heartbeat": hTime,
	"offset": hTime, "halflife": hTime, "exposure": hTime | hRadiation, "walltime": hTime, "cputime": hTime, "ping": hTime, "gap": hTime | hLength,
	"processing": hTime, "response": hTime, "execution": hTime, "startup": hTime, "build": hTime, "sleep": hTime, "cpu": hTime, "gc": hTime, "ts": hTime, "timestamp": hTime, "unix": hTime, "start": hTime, "end": hTime, "begin": hTime, "seek": hTime, "playhead": hTime,
	"distance": hLength, "height": hLength, "width": hLength, "depth": hLength, "altitude": hLength, "elevation": hLength | hAngle, "radius": hLength,
	"wavelength": hLength, "length": hLength | hTime, "diameter": hLength, "thickness": hLength, "perimeter": hLength, "circumference": hLength, "range": hLength,
	"dist": hLength, "displacement": hLength, "visibility": hLength, "odometer": hLength, "mileage": hLength, "alt": hLength, "rainfall": hLength, "precipitation": hLength,
	"snowfall": hLength, "waist": hLength, "stride": hLength, "clearance": hLength, "baseline": hLength, "wheelbase": hLength, "accuracy": hLength,
	"weight": hMass, "mass": hMass, "dose": hMass | hVolume | hRadiation, "radiation": hRadiation, "gamma": hRadiation, "dosage": hMass | hVolume, "sodium": hMass, "protein": hMass, "carbs": hMass, "fat": hMass, "fiber": hMass, "sugar": hMass,
	"caffeine": hMass, "vitamin": hMass, "insulin": hMass | hVolume, "cholesterol": hMass, "payload": hMass | hInformation, "iron": hMass, "calcium": hMass, "potassium": hMass, "nicotine": hMass, "serving": hMass | hVolume,
	"temp": hTemperature, "temperature": hTemperature, "dew": hTemperature, "tide": hLength, "session": hTime, "dewpoint": hTemperature, "ambient": hTemperature, "setpoint": hTemperature, "thermostat": hTemperature,
	"amount": hMoney, "price": hMoney, "cost": hMoney, "fee": hMoney | hYield, "balance": hMoney, "tax": hMoney, "fare": hMoney, "budget": hMoney, "bid": hMoney, "revenue": hMoney,
	"salary": hMoney, "discount": hMoney, "payment": hMoney, "charge": hMoney | hCurrent, "total": hMoney, "subtotal": hMoney, "tip": hMoney, "refund": hMoney, "spend": hMoney,
	"spent": hMoney, "spending": hMoney, "earnings": hMoney, "income": hMoney, "profit": hMoney, "payout": hMoney, "premium": hMoney, "deposit": hMoney, "cpc": hMoney, "cpm": hMoney, "cpa": hMoney,
	"value": hMoney, "turnover": hMoney, "expense": hMoney, "rent": hMoney, "wage": hMoney, "invoice": hMoney, "credit": hMoney, "debit": hMoney, "commission": hMoney | hYield,
	"notional": hMoney, "principal": hMoney, "gmv": hMoney, "arpu": hMoney, "ltv": hMoney, "paid": hMoney, "due": hMoney, "money": hMoney, "surcharge": hMoney, "rate": hYield | hRate,
	"size": hInformation, "memory": hInformation, "heap": hInformation, "disk": hInformation, "storage": hInformation, "mem": hInformation, "ram": hInformation, "buffer": hInformation,
	"quota": hInformation, "cache": hInformation, "filesize": hInformation, "rss": hInformation, "swap": hInformation, "volume": hVolume,
	"lat": hAngle, "lon": hAngle, "lng": hAngle, "long": hAngle, "latitude": hAngle, "longitude": hAngle, "heading": hAngle, "bearing": hAngle, "azimuth": hAngle, "pitch": hAngle,
	"roll": hAngle, "yaw": hAngle, "ra": hAngle, "dec": hAngle, "angle": hAngle, "orientation": hAngle, "tilt": hAngle, "phase": hAngle, "course": hAngle, "rotation": hAngle, "declination": hAngle, "parallax": hAngle, "seeing": hAngle,
	"intake": hVolume | hMass, "capacity": hVolume | hInformation, "fluid": hVolume, "water": hVolume, "infusion": hVolume, "urine": hVolume, "tank": hVolume, "fuel": hVolume,
	"voltage": hVoltage, "volt": hVoltage, "battery": hVoltage | hCurrent, "vbat": hVoltage, "supply": hVoltage, "vcc": hVoltage, "potential": hVoltage, "emf": hVoltage, "ecg": hVoltage, "eeg": hVoltage,
	"current": hCurrent, "amperage": hCurrent, "load": hCurrent | hPower, "draw": hCurrent | hPower,
	"power": hPower, "consumption": hPower | hEnergy, "wattage": hPower, "output": hPower, "demand": hPower, "generation": hPower | hEnergy, "energy": hEnergy, "usage": hEnergy | hInformation,
	"speed": hSpeed, "velocity": hSpeed, "wind": hSpeed, "gust": hSpeed, "airspeed": hSpeed, "groundspeed": hSpeed, "ias": hSpeed, "tas": hSpeed, "sog": hSpeed, "acceleration": hAcceleration, "accel": hAcceleration, "gravity": hAcceleration, "shock": hAcceleration,
	"pressure": hPressure, "press": hPressure, "barometer": hPressure, "baro": hPressure, "vacuum": hPressure, "area": hArea, "surface": hArea, "footprint": hArea, "acreage": hArea, "land": hArea, "plot": hArea, "torque": hTorque, "moment": hTorque,
	"elev": hLength, "vol": hVolume, "shutter": hTime, "diagonal": hLength, "focal": hLength, "girth": hLength, "hike": hLength, "span": hLength | hTime, "ceiling": hLength, "swell": hLength, "separation": hLength | hAngle, "draft": hLength, "draught": hLength, "capacitance": hCapacitance, "capacitor": hCapacitance,
	"noise": hLevel, "signal": hLevel, "gain": hLevel, "snr": hLevel, "sound": hLevel, "loudness": hLevel, "attenuation": hLevel, "rssi": hLevel, "sinr": hLevel, "rsrp": hLevel, "rsrq": hLevel,
	"audio": hLevel, "volumes": hLevel, "spl": hLevel, "margin": hLevel | hYield | hMoney,
	"throughput": hRate, "bandwidth": hRate, "bitrate": hRate, "link": hRate, "download": hRate, "upload": hRate, "downlink": hRate, "uplink": hRate, "traffic": hRate, "bw": hRate, "network": hRate,
	"spread": hYield, "yield": hYield, "interest": hYield, "coupon": hYield, "apr": hYield, "slippage": hYield, "volatility": hYield, "inflation": hYield, "basis": hYield, "fees": hYield,
}

// A nameUnit is a unit as names spell it.
type nameUnit struct {
	text string // what unit.Parse is asked
	only group  // 0: strong; otherwise only behind a head of this group
	noun bool   // a plural noun, which may stand before a participle: bytes received
	solo bool   // may be the whole name
}

// nameUnits are the tokens that end a name. Single letters and doubtful abbreviations need a head noun.
var nameUnits = map[string]nameUnit{
	"ms": {text: "ms"}, "millis": {text: "ms", noun: true, solo: true}, "milliseconds": {text: "ms", noun: true, solo: true}, "millisecond": {text: "ms"}, "msec": {text: "ms"}, "msecs": {text: "ms"}, "millisec": {text: "ms"}, "millisecs": {text: "ms"},
	"microseconds": {text: "us", noun: true, solo: true}, "microsecond": {text: "us"}, "usec": {text: "us"}, "usecs": {text: "us"}, "nanos": {text: "ns", noun: true, solo: true}, "nanoseconds": {text: "ns", noun: true, solo: true}, "nanosecond": {text: "ns"}, "nsec": {text: "ns"},
	"secs": {text: "s", noun: true}, "seconds": {text: "s", noun: true, solo: true}, "mins": {text: "min", noun: true}, "wks": {text: "wk", noun: true}, "yrs": {text: "a", noun: true}, "minutes": {text: "min", noun: true, solo: true},
	"hours": {text: "h", noun: true, solo: true}, "hrs": {text: "h", noun: true}, "days": {text: "d", noun: true, solo: true}, "weeks": {text: "wk", noun: true, solo: true}, "months": {text: "mo", noun: true, solo: true}, "years": {text: "a", noun: true, solo: true},
	"bytes": {text: "By", noun: true, solo: true}, "kilobytes": {text: "kB", noun: true}, "megabytes": {text: "MB", noun: true}, "gigabytes": {text: "GB", noun: true}, "terabytes": {text: "TB", noun: true}, "mebibytes": {text: "MiB"}, "gibibytes": {text: "GiB"}, "kibibytes": {text: "KiB"},
	"kb": {text: "kB"}, "mb": {text: "MB"}, "gb": {text: "GB"}, "tb": {text: "TB", only: hInformation}, "kib": {text: "KiB"}, "mib": {text: "MiB"}, "gib": {text: "GiB"}, "tib": {text: "TiB"}, "bits": {text: "bit", noun: true, solo: true},
	"kbytes": {text: "kB"}, "mbytes": {text: "MB"}, "gbytes": {text: "GB"},
	"km": {text: "km", solo: true}, "cm": {text: "cm"}, "mm": {text: "mm"}, "kilometers": {text: "km", noun: true, solo: true}, "kilometres": {text: "km", noun: true, solo: true}, "meters": {text: "m", noun: true, solo: true}, "metres": {text: "m", noun: true, solo: true}, "meter": {text: "m", only: hLength},
	"centimeters": {text: "cm", solo: true}, "centimetres": {text: "cm", solo: true}, "millimeters": {text: "mm", solo: true}, "millimetres": {text: "mm", solo: true}, "micrometers": {text: "um"}, "microns": {text: "um"},
	"miles": {text: "[mi_i]", noun: true, solo: true}, "feet": {text: "[ft_i]", solo: true}, "inches": {text: "[in_i]", solo: true}, "yards": {text: "[yd_i]", solo: true}, "nmi": {text: "[nmi_i]"}, "nautical miles": {text: "[nmi_i]"},
	"kg": {text: "kg", solo: true}, "kgs": {text: "kg"}, "kilograms": {text: "kg", solo: true}, "grams": {text: "g", solo: true}, "milligrams": {text: "mg"}, "micrograms": {text: "ug"}, "mcg": {text: "ug"}, "ug": {text: "ug", only: hMass}, "lbs": {text: "[lb_av]", solo: true}, "lb": {text: "[lb_av]"}, "pounds": {text: "[lb_av]"}, "ounces": {text: "[oz_av]"}, "oz": {text: "[oz_av]"}, "tonnes": {text: "t"},
	"celsius": {text: "Cel", solo: true}, "celcius": {text: "Cel", solo: true}, "fahrenheit": {text: "[degF]", solo: true}, "kelvin": {text: "K", solo: true}, "degc": {text: "Cel"}, "degf": {text: "[degF]"}, "deg c": {text: "Cel"}, "deg f": {text: "[degF]"}, "degrees c": {text: "Cel"}, "degrees f": {text: "[degF]"}, "degrees celsius": {text: "Cel"}, "degrees fahrenheit": {text: "[degF]"}, "degree celsius": {text: "Cel"}, "centigrade": {text: "Cel"},
	"percent": {text: "%", noun: true, solo: true}, "pct": {text: "%", noun: true, solo: true}, "percentage": {text: "%", solo: true}, "perc": {text: "%"}, "ratio": {text: "1"}, "fraction": {text: "1"}, "ppm": {text: "ppm", solo: true}, "ppb": {text: "ppb", solo: true}, "basis points": {text: "10*-4"}, "basis pts": {text: "10*-4"}, "permille": {text: "[ppth]"},
	"hz": {text: "Hz", solo: true}, "khz": {text: "kHz", solo: true}, "mhz": {text: "MHz", solo: true}, "ghz": {text: "GHz", solo: true}, "hertz": {text: "Hz"},
	"watts": {text: "W", solo: true}, "watt": {text: "W", only: hPower}, "kw": {text: "kW"}, "kva": {text: "kV.A"}, "kvar": {text: "kvar"}, "mvar": {text: "Mvar"}, "kvarh": {text: "kvarh"}, "kvah": {text: "kVAh"}, "kmph": {text: "km/h"}, "millicores": {text: "m{core}"}, "iops": {text: "/s", solo: true}, "kt": {text: "[kn_i]", only: hSpeed}, "kilowatts": {text: "kW"}, "megawatts": {text: "MW"}, "kwh": {text: "kWh", solo: true}, "mwh": {text: "MWh", solo: true}, "gwh": {text: "GWh"}, "wh": {text: "Wh", only: hEnergy}, "kilowatt hours": {text: "kWh"}, "watt hours": {text: "Wh"}, "volts": {text: "V", solo: true}, "millivolts": {text: "mV"}, "amps": {text: "A", solo: true}, "amperes": {text: "A", solo: true}, "milliamps": {text: "mA"}, "mah": {text: "mAh"}, "ohms": {text: "Ohm"}, "kv": {text: "kV", only: hVoltage},
	"psi": {text: "psi", solo: true}, "hpa": {text: "hPa", solo: true}, "kpa": {text: "kPa", solo: true}, "mbar": {text: "mbar"}, "millibars": {text: "mbar"}, "pascals": {text: "Pa"}, "mmhg": {text: "mmHg", solo: true}, "inhg": {text: "inHg"},
	"deg": {text: "deg"}, "degs": {text: "deg"}, "degrees": {text: "deg", solo: true}, "radians": {text: "rad", solo: true}, "rad": {text: "rad", only: hAngle}, "rads": {text: "rad", only: hAngle}, "arcsec": {text: "arcsec"}, "arcmin": {text: "arcmin"}, "mas": {text: "mas", only: hAngle}, "microdegrees": {text: "10*-6.deg"}, "microdeg": {text: "10*-6.deg"}, "micro degrees": {text: "10*-6.deg"},
	"kph": {text: "km/h", solo: true}, "mph": {text: "mph", solo: true}, "kmh": {text: "km/h", solo: true}, "knots": {text: "[kn_i]", solo: true}, "kts": {text: "[kn_i]", only: hSpeed}, "kn": {text: "[kn_i]", only: hSpeed}, "mps": {text: "m/s", only: hSpeed}, "fps": {text: "/s", solo: true}, "qps": {text: "/s", solo: true}, "rps": {text: "/s", solo: true}, "tps": {text: "/s", solo: true}, "mpg": {text: "mpg", solo: true}, "rpm": {text: "{rev}/min", solo: true}, "bpm": {text: "/min", solo: true},
	"dbm": {text: "dBm"}, "px": {text: "{pixel}"}, "pixels": {text: "{pixel}", noun: true, solo: true}, "megapixels": {text: "M{pixel}"}, "lux": {text: "lx", solo: true}, "lumens": {text: "lm"}, "joules": {text: "J"}, "kj": {text: "kJ"}, "kcal": {text: "kcal", noun: true, solo: true}, "kcals": {text: "kcal"}, "kilocalories": {text: "kcal"},
	"liters": {text: "L", solo: true}, "litres": {text: "L", solo: true}, "milliliters": {text: "mL"}, "millilitres": {text: "mL"}, "gallons": {text: "[gal_us]"}, "hectares": {text: "har"}, "acres": {text: "[acr_br]"}, "sqft": {text: "[ft_i]2"}, "sq ft": {text: "[ft_i]2"}, "square feet": {text: "[ft_i]2"}, "sqm": {text: "m2"}, "sq m": {text: "m2"}, "square meters": {text: "m2"}, "sqkm": {text: "km2"}, "sq km": {text: "km2"}, "square miles": {text: "[mi_i]2"}, "sq mi": {text: "[mi_i]2"}, "cubic meters": {text: "m3"}, "cubic metres": {text: "m3"}, "square kilometers": {text: "km2"}, "square kilometres": {text: "km2"}, "square metres": {text: "m2"}, "cubic feet": {text: "[ft_i]3"},
	"kbps": {text: "kbit/s", solo: true}, "mbps": {text: "Mbit/s", solo: true}, "gbps": {text: "Gbit/s", solo: true}, "kbit": {text: "kbit"}, "mbit": {text: "Mbit"}, "kbits": {text: "kbit"}, "mbits": {text: "Mbit"},
	"usd": {text: "{USD}", solo: true}, "eur": {text: "{EUR}", solo: true}, "gbp": {text: "{GBP}", solo: true}, "jpy": {text: "{JPY}", solo: true}, "chf": {text: "{CHF}"}, "cad": {text: "{CAD}"}, "aud": {text: "{AUD}"}, "cny": {text: "{CNY}"}, "inr": {text: "{INR}"}, "nzd": {text: "{NZD}"}, "sek": {text: "{SEK}"}, "nok": {text: "{NOK}"}, "dkk": {text: "{DKK}"}, "brl": {text: "{BRL}"}, "mxn": {text: "{MXN}"}, "krw": {text: "{KRW}"}, "pln": {text: "{PLN}"}, "sgd": {text: "{SGD}"}, "hkd": {text: "{HKD}"},
	"dollars": {text: "{USD}", solo: true}, "us dollars": {text: "{USD}"}, "euros": {text: "{EUR}", solo: true}, "cents": {text: "cents", solo: true}, "pence": {text: "pence", solo: true}, "eurocents": {text: "EUR cents"}, "usd cents": {text: "USD cents"}, "eur cents": {text: "EUR cents"}, "us cents": {text: "USD cents"}, "euro cents": {text: "EUR cents"}, "cents usd": {text: "USD cents"}, "cents eur": {text: "EUR cents"}, "gbp pence": {text: "pence"}, "usd micros": {text: "USD micros"}, "micros usd": {text: "USD micros"}, "eur micros": {text: "EUR micros"}, "minor units": {text: "minor units"}, "minor": {text: "minor units", only: hMoney}, "paise": {text: "paise"}, "micro usd": {text: "USD micros"}, "microusd": {text: "USD micros"}, "yen": {text: "{JPY}"},
	"ohm": {text: "Ohm"}, "kohm": {text: "kOhm"}, "ntu": {text: "{NTU}"}, "fathoms": {text: "[fth_i]"}, "kusd": {text: "10*3.{USD}"}, "keur": {text: "10*3.{EUR}"}, "barrels": {text: "[bbl_us]"}, "carats": {text: "[car_m]"}, "nanometers": {text: "nm"}, "decibels": {text: "dB"}, "kelvins": {text: "K"}, "newtons": {text: "N"}, "teslas": {text: "T"}, "siemens": {text: "S"}, "pints": {text: "[pt_us]"}, "stones": {text: "[stone_av]"}, "gigahertz": {text: "GHz"}, "megahertz": {text: "MHz"}, "kilohertz": {text: "kHz"}, "hectopascals": {text: "hPa"}, "kilopascals": {text: "kPa"}, "mmol": {text: "mmol"}, "iu": {text: "[iU]", only: hMass | hVolume},
	// points in time as clocks of programming languages spell them: UnixNano, epochSecond, toEpochDay
	"unix nano": {text: "ns", solo: true}, "unix micro": {text: "us", solo: true}, "unix milli": {text: "ms", solo: true}, "unix sec": {text: "s", solo: true}, "unix second": {text: "s", solo: true}, "epoch nano": {text: "ns", solo: true}, "epoch micro": {text: "us", solo: true},
	"epoch milli": {text: "ms", solo: true}, "epoch ms": {text: "ms", solo: true}, "epoch sec": {text: "s", solo: true}, "epoch second": {text: "s", solo: true}, "epoch s": {text: "s", solo: true}, "epoch day": {text: "d", solo: true}, "unix s": {text: "s", solo: true},
	// tokens that need a head
	"in": {text: "[in_i]", only: hLength}, "pa": {text: "Pa", only: hPressure}, "bar": {text: "bar", only: hPressure}, "atm": {text: "atm", only: hPressure}, "ah": {text: "A.h", only: hCurrent | hEnergy}, "gal": {text: "[gal_us]", only: hVolume}, "ha": {text: "har", only: hArea}, "nm": {text: "nm", only: hLength | hTorque},
	"s": {text: "s", only: hTime}, "sec": {text: "s", only: hTime}, "second": {text: "s", only: hTime}, "m": {text: "m", only: hLength}, "h": {text: "h", only: hTime}, "hr": {text: "h", only: hTime}, "d": {text: "d", only: hTime},
	"us": {text: "us", only: hTime}, "ns": {text: "ns", only: hTime}, "micros": {text: "us", only: hTime}, "nano": {text: "ns", only: hTime}, "micro": {text: "us", only: hTime}, "milli": {text: "ms", only: hTime}, "g": {text: "g", only: hMass | hAcceleration}, "mg": {text: "mg", only: hMass}, "ml": {text: "mL", only: hVolume}, "l": {text: "L", only: hVolume}, "cl": {text: "cL", only: hVolume},
	"c": {text: "Cel", only: hTemperature}, "f": {text: "[degF]", only: hTemperature}, "k": {text: "K", only: hTemperature}, "b": {text: "By", only: hInformation}, "v": {text: "V", only: hVoltage}, "mv": {text: "mV", only: hVoltage | hLevel}, "uv": {text: "uV", only: hVoltage}, "w": {text: "W", only: hPower},
	"a": {text: "A", only: hCurrent}, "ma": {text: "mA", only: hCurrent | hVoltage}, "ua": {text: "uA", only: hCurrent}, "mrad": {text: "mrad", only: hAngle}, "pf": {text: "pF", only: hCapacitance}, "nf": {text: "nF", only: hCapacitance}, "uf": {text: "uF", only: hCapacitance}, "mi": {text: "[mi_i]", only: hLength}, "ft": {text: "[ft_i]", only: hLength}, "um": {text: "um", only: hLength}, "au": {text: "AU", only: hLength}, "ly": {text: "[ly]", only: hLength}, "pc": {text: "pc", only: hLength}, "kpc": {text: "kpc", only: hLength}, "mpc": {text: "Mpc", only: hLength}, "db": {text: "dB", only: hLevel}, "bps": {text: "bps", only: hYield | hRate}, "bp": {text: "10*-4", only: hYield},
	"lm": {text: "lm", only: hPower}, "ppth": {text: "[ppth]"}, "promille": {text: "[ppth]"}, "nt": {text: "nT", only: hLevel}, "j": {text: "J", only: hEnergy}, "ev": {text: "eV", only: hEnergy}, "kev": {text: "keV", only: hEnergy}, "mev": {text: "MeV", only: hEnergy}, "gev": {text: "GeV", only: hEnergy}, "yd": {text: "[yd_i]", only: hLength}, "usv": {text: "uSv", only: hRadiation}, "msv": {text: "mSv", only: hRadiation}, "sv": {text: "Sv", only: hRadiation}, "mgy": {text: "mGy", only: hRadiation}, "cgy": {text: "cGy", only: hRadiation}, "gy": {text: "Gy", only: hRadiation},
}

// nameCompounds end a name in several segments; they are compared with the lower-case name.
var nameCompounds = []struct{ suffix, text string }{
	{"_m_s2", "m/s2"}, {"_rad_s", "rad/s"}, {"_deg_s", "deg/s"}, {"_l_min", "L/min"}, {"_ml_min", "mL/min"}, {"_us_cm", "uS/cm"}, {"_mgdl", "mg/dL"}, {"_ugm3", "ug/m3"}, {"_umol_m2_s", "umol/m2/s"},
	{"_wm2", "W/m2"}, {"_l_100km", "L/(100.km)"}, {"_ml_kg_min", "mL/kg/min"},
}

// numerators and denominators are the segments of an ending that is a quotient, with what unit.Parse is asked. A minute is missing: it
// would be a minimum, weight_kg_min.
var numerators = map[string]string{
	"mg": "mg", "ug": "ug", "mcg": "ug", "ng": "ng", "g": "g", "kg": "kg", "mol": "mol", "mmol": "mmol", "umol": "umol", "nmol": "nmol", "ml": "mL", "l": "L", "m3": "m3", "m": "m", "mm": "mm", "cm": "cm", "km": "km",
	"w": "W", "kw": "kW", "wh": "W.h", "kwh": "kW.h", "mwh": "MW.h", "kj": "kJ", "kcal": "kcal", "nsv": "nSv", "usv": "uSv", "msv": "mSv", "usd": "{USD}", "eur": "{EUR}", "ct": "cents", "cents": "cents", "gbp": "{GBP}", "chf": "{CHF}", "cad": "{CAD}", "aud": "{AUD}", "inr": "{INR}",
}

var denominators = map[string]string{
	"s": "s", "h": "h", "hr": "h", "yr": "a", "ml": "mL", "dl": "dL", "l": "L", "cm3": "cm3", "m3": "m3", "kg": "kg", "m2": "m2", "km2": "km2", "ha": "har", "km": "km", "kwh": "kW.h", "mwh": "MW.h", "bbl": "[bbl_us]",
}

// stops are last words after which nothing is a unit: the field is an identifier, a label, an index, a score.
var stops = map[string]bool{
	"id": true, "ids": true, "key": true, "code": true, "hash": true, "version": true, "index": true, "idx": true, "offset": true, "seq": true, "num": true, "flag": true, "type": true, "status": true,
	"name": true, "rank": true, "level": true, "class": true, "score": true, "label": true, "group": true, "category": true, "enabled": true, "mode": true, "number": true, "no": true, "bucket": true,
	"format": true, "unit": true, "units": true, "state": true, "order": true, "orders": true, "grade": true, "quality": true, "qf": true, "qm": true, "percentile": true, "zone": true, "country": true, "checksum": true,
	"crc": true, "port": true, "pid": true, "count": true, "cnt": true, "counter": true, "quantity": true, "qty": true, "epoch": true, "date": true, "slot": true, "shard": true, "partition": true,
}

// roles are last words that say which of many numbers this is; what comes before decides the unit.
var roles = map[string]bool{
	"total": true, "sum": true, "avg": true, "average": true, "mean": true, "median": true, "std": true, "stddev": true, "stdev": true, "last": true, "current": true, "cur": true, "peak": true, "limit": true,
	"threshold": true, "goal": true, "target": true, "err": true, "error": true, "max": true, "maximum": true, "minimum": true, "value": true, "val": true, "budget": true, "reading": true, "sd": true, "sem": true, "stderr": true, "bucket": true, "quantile": true,
	"estimate": true, "estimated": true, "actual": true, "default": true, "initial": true, "final": true, "low": true, "high": true, "lower": true, "upper": true, "prev": true, "previous": true, "raw": true, "override": true, "setting": true, "config": true,
}

// participles may stand behind a plural unit noun: bytes received, minutes played.
var participles = map[string]bool{
	"sent": true, "received": true, "recv": true, "read": true, "written": true, "transferred": true, "elapsed": true, "used": true, "free": true, "remaining": true, "left": true, "spent": true, "worked": true, "played": true,
	"driven": true, "allocated": true, "processed": true, "consumed": true, "downloaded": true, "uploaded": true, "in": true, "out": true, "available": true, "requested": true, "acked": true, "discarded": true,
	"retransmitted": true, "lost": true, "scanned": true, "billed": true, "copied": true, "streamed": true, "saved": true, "ingested": true, "produced": true, "fetched": true, "committed": true, "reserved": true, "cached": true,
	"walked": true, "burned": true, "slept": true, "watched": true, "watching": true, "listened": true, "flown": true, "travelled": true, "traveled": true, "total": true, "queued": true, "buffered": true, "delayed": true, "late": true, "overdue": true, "old": true, "open": true, "active": true, "idle": true, "behind": true, "ago": true, "off": true, "complete": true, "completed": true, "done": true, "full": true,
}

// prepositions may follow a plural unit noun with anything behind: days since last login, seconds until expiry.
var prepositions = map[string]bool{"since": true, "until": true, "till": true, "to": true, "on": true, "in": true, "before": true, "after": true, "between": true, "behind": true, "past": true, "from": true}

// percentile reports the number of a word such as p99, which is split into p and 99.
func (w *nameWords) percentile(i int) bool {
	return w.digits(i) && w.is(i-1, "p") && !w.sep[i]
}

// timeNouns make a following "min" doubtful: latency_min may be the least latency or minutes.
var timeNouns = map[string]bool{
	"duration": true, "latency": true, "timeout": true, "elapsed": true, "age": true, "ttl": true, "interval": true, "delay": true, "wait": true, "period": true, "uptime": true, "rtt": true, "jitter": true, "lag": true,
	"pause": true, "retention": true, "time": true, "downtime": true, "runtime": true,
}

// instantNouns in a name make a time unit a point in time.
var instantNouns = map[string]bool{
	"timestamp": true, "timestamps": true, "ts": true, "at": true, "epoch": true, "unix": true, "created": true, "updated": true, "modified": true, "expires": true, "datetime": true, "birth": true, "since_epoch": true,
	"deadline": true, "instant": true, "date": true, "until": true, "dob": true,
}

// eventWords before "time" make it a point in time: start time, event time.
var eventWords = map[string]bool{
	"start": true, "end": true, "event": true, "create": true, "created": true, "creation": true, "update": true, "updated": true, "modified": true, "modification": true, "begin": true, "begun": true, "finish": true, "finished": true,
	"submit": true, "submitted": true, "launch": true, "arrival": true, "departure": true, "expiration": true, "expiry": true, "publish": true, "ingest": true, "ingestion": true, "commit": true, "server": true, "device": true, "local": true,
	"received": true, "sent": true, "observation": true, "sample": true, "record": true, "recorded": true, "quote": true, "order": true, "transaction": true, "stop": true, "close": true, "open": true, "opened": true, "closed": true, "first": true,
	"last": true, "producer": true, "message": true, "log": true, "completed": true, "completion": true, "scheduled": true, "login": true, "birth": true, "notification": true, "started": true, "ended": true, "registered": true,
	"registration": true, "collection": true, "measurement": true, "snapshot": true, "trade": true, "purchase": true, "pickup": true, "dropoff": true, "install": true, "access": true, "capture": true, "captured": true, "external": true,
}
