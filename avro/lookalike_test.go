package avro

import "testing"

func TestAlikeNames(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		alike bool
	}{
		{"amount", "amount_cents", true},
		{"amount", "totalAmount", true},
		{"qty", "quantity", true},
		{"custName", "customerName", true},
		{"temp", "temperature", true},
		{"is_active", "active", true},
		{"createdAt", "created", true},
		{"date_of_birth", "birthDate", true},
		{"tag", "tags", true},
		{"category", "categories", true},
		{"recieved", "received", true},
		{"isComplete", "isCompleted", true},
		{"HTTPStatus", "http_status_text", true},

		{"a", "b", false},
		{"user_name", "user_email", false},
		{"created_at", "updated_at", false},
		{"first_name", "last_name", false},
		{"min_price", "max_price", false},
		{"latitude", "altitude", false},
		{"lat", "lot", false},
		{"line1", "line2", false},
		{"v", "v2", false},
		{"id", "user_id", false},
		{"name", "file_name", false},
		{"input", "output", false},
		{"sent_bytes", "received_bytes", false},
		{"proper_placement", "improper_placement", false},
		{"address", "shipping_address_of_the_customer", false},
		{"x", "", false},
		{"", "", false},
	} {
		for _, pair := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			score := alike(pair[0], pair[1], words(pair[0]), words(pair[1]))
			if (score >= 0.6) != c.alike || score < 0 || score > 1 {
				t.Errorf("%q and %q: %.2f, alike is %v", pair[0], pair[1], score, c.alike)
			}
		}
	}
}
