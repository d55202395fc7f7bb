-- été
CREATE TABLE café (
	id int, -- 𝓐
	naïve text DEFAULT 'é b'
);
SELECT 	 c.naïve FROM café c;
